/**
 * The emoji that express a sentiment, with their Unicode names, whose words the lexicon rates. VADER's own
 * list names every emoji and so finds "die" in a game die and "cut" in a cut of meat; here emoji without
 * sentiment are left out and stay unrated.
 */
const NAMES = `
  😀 grinning face, 😁 beaming face with smiling eyes, 😂 face with tears of joy,
  🤣 rolling on the floor laughing, 😃 grinning face with big eyes,
  😄 grinning face with smiling eyes, 😅 grinning face with sweat, 😆 grinning squinting face,
  😊 smiling face with smiling eyes, 😎 smiling face with sunglasses,
  😍 smiling face with heart-eyes, 😘 face blowing a kiss, 🥰 smiling face with 3 hearts,
  😗 kissing face, 😙 kissing face with smiling eyes, 😚 kissing face with closed eyes,
  ☺ smiling face, 🙂 slightly smiling face, 🤗 hugging face, 😥 sad but relieved face,
  😫 tired face, 😌 relieved face, 😓 downcast face with sweat, 😔 pensive face, 😕 confused face,
  😲 astonished face, ☹ frowning face, 🙁 slightly frowning face, 😞 disappointed face,
  😟 worried face, 😢 crying face, 😭 loudly crying face, 😦 frowning face with open mouth,
  😧 anguished face, 😨 fearful face, 😩 weary face, 😬 grimacing face,
  😰 anxious face with sweat, 😱 face screaming in fear, 😵 dizzy face, 😠 angry face,
  😇 smiling face with halo, 🥳 partying face, 🤥 lying face, 😈 smiling face with horns,
  👿 angry face with horns, 😺 grinning cat face, 😸 grinning cat face with smiling eyes,
  😹 cat face with tears of joy, 😻 smiling cat face with heart-eyes, 😼 cat face with wry smile,
  😽 kissing cat face, 🙀 weary cat face, 😿 crying cat face, 🙍 person frowning, ✌ victory hand,
  💋 kiss mark, 💘 heart with arrow, ❤ red heart, 💓 beating heart, 💔 broken heart,
  💕 two hearts, 💖 sparkling heart, 💗 growing heart, 💙 blue heart, 💚 green heart,
  💛 yellow heart, 🧡 orange heart, 💜 purple heart, 🖤 black heart, 💝 heart with ribbon,
  💞 revolving hearts, 💟 heart decoration, ❣ heavy heart exclamation, 💌 love letter,
  💢 anger symbol, 🎉 party popper, 🥇 1st place medal, 🥈 2nd place medal, 🥉 3rd place medal,
  🏅 sports medal, 🎖 military medal, ✨ sparkles, ⚠ warning
`;

export const emojiNames: ReadonlyMap<string, string> = new Map(
  Array.from(NAMES.matchAll(/([^\s,]+) ([^,\n]+)/g), ([, emoji = "", name = ""]) => [emoji, name]),
);
