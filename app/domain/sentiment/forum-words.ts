/**
 * Words and emoji of forums, rated as in `overlay.ts`.
 */
export const FORUM_WORDS = `
  # Words of forums.
  1.8: The price goes up without end, or is hoped to.
    moon moons mooned mooning, rocket rockets rocketed rocketing
  1.3: Keeps it whatever the price does.
    hodl hodls hodled hodling
  1.5: The price goes up.
    boom booms boomed booming, bounce bounces bounced bouncing, ripping, fly flying, squeeze squeezes squeezed squeezing,
    green lfg wagmi
  -1.9: The fear that nobody will make it, and fear that is spread.
    ngmi fud
  -2: Loses, and goes on losing.
    bleed bleeds bled bleeding, bagholder bagholders, blood
  -2.8: Wrecked: has lost it all.
    rekt
  -1.5: Worth nothing, in the eyes of who writes it.
    bubble bubbles, garbage trash joke cult overhyped hype delusional pig pigs
  # Emoji.
  1.9: Rising prices.
    🚀 📈
  1.2: Bulls, money and strength, as people draw them.
    🐂 🤑 💰 💎 💪 💵 💸 💲 🌕 🌝 🛫
  1: What people hope for, agree with, or drink to.
    🙏 🤞 🍀 ✅ 👍 💯 🔥 🎉 💥 ⚡ 🥂 🍾 🍻 ⬆ 🔺
  -1.9: Falling prices.
    📉 🔻 ⬇
  -1.2: Bears, blood and contempt, as people draw them.
    🐻 🩸 💩 🤡 👎 🤮 🤢 🗑 🐷 🐖 🐒 💀 🔪 🚫
  -0.8: Laughs at others, or despairs of them. Who is laughed at decides if it is named; see mockery.ts.
    😂 🤣 lol lmao lmfao rofl haha 🤦 🚨 👋 🖕
  0: Shows no direction.
    😆 😅 😹 ✌ 😈
`;
