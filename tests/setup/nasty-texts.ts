/**
 * Texts that software often loses, cuts, glues or misreads. All are short enough for every field, have one line, and no
 * spaces that a field would trim or fold.
 */

/** A short sentence about markets in every living script that has digits or letters of its own, and some dead ones. */
const scripts = [
  ..."Zürich’s Fjørd œuvre naïve İstanbul ığdır Łódź|Ơn tìềm năng lợi nhuận|Các nhà đầu tư".split(
    "|",
  ),
  ..."Η αγορά ομολόγων|Рынок облигаций растёт|Ринок їжі та ґрунту|Тржиште ђубрива".split("|"),
  ..."سوق السندات يرتفع|بازار اوراق قرضه می‌رود|بانڈ مارکیٹ کی شرح|ސިޓީގެ ބާޒާރު|ܫܘܩܐ ܕܟܣܦܐ".split("|"),
  ..."שוק האג״ח עולה ב־3%|ייִדישער מאַרק|ߛߎ߯ߣߎ߲ ߞߎߘߊ|𞤀𞤣𞤤𞤢𞤥 𞤥𞤢𞤪𞤧𞤭𞤥".split("|"),
  ..."बाज़ार में तेज़ी है।|বাজারে দর বাড়ছে|ਬਾਜ਼ਾਰ ਵਿੱਚ ਤੇਜ਼ੀ|બજારમાં તેજી છે|ବଜାରରେ ଦର|சந்தை உயர்கிறது".split("|"),
  ..."మార్కెట్ పెరుగుతోంది|ಮಾರುಕಟ್ಟೆ ಏರಿಕೆ|വിപണി ഉയരുന്നു|වෙළඳපොළ ඉහළට|क्षत्रिय ज्ञान श्री".split("|"),
  ..."ตลาดหุ้นขึ้นวันนี้|ຕະຫຼາດຮຸ້ນ|ទីផ្សារភាគហ៊ុន|စျေးကွက် တက်|བོད་ཀྱི་ཁྲོམ་ར|ᠮᠣᠩᠭᠣᠯ ᠵᠠᠬᠠ".split("|"),
  ..."საფონდო ბაზარი|Ბანკი და ბაზარი|Բորսան աճում է|የገበያ ዋጋ ጨመረ።|ᎠᏂᏴᏫᏯ ᎦᏓᏁᏗ|ᐃᓄᒃᑎᑐᑦ ᑮᓇᐅᔭᑦ".split(
    "|",
  ),
  ..."债券市场上涨了。利率呢？|債券市場「上漲」了|債券の利回りは、上がった。|ビットコインを買う|ﾊﾝｶｸ ｶﾀｶﾅ".split(
    "|",
  ),
  ..."비트코인은 오른다|채권 수익률이 올랐다|ㄅㄆㄇㄈ ㄓㄨˋ|ꦥꦱꦂ ꦱꦲꦩ꧀|ᮕᮞᮁ ᮞᮠᮙ᮪|ⵜⴰⵎⴰⵣⵉⵖⵜ ⴰⵙⵓⵇ|ꕉꕜꕮ ꔔꘋ".split(
    "|",
  ),
  ..."𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂|𐐔𐐯𐑅𐐨𐑉𐐯𐐻|𒀭𒂗𒆠 𒈬|𓀀𓁐𓂀 𓆣|𠮷野家で𩸽を𠀋|𝔐𝔞𝔯𝔨𝔢𝔱 𝟙𝟚𝟛".split("|"),
] as const;

/** Angle brackets, ampersands and entities that are no markup. */
const brackets = [
  ..."r<g and g>0 means bubble|Array<string> of Map<K, V[]>|if a<b && c>d then a<c|x<y>z<w|2 < 3 > 1".split(
    "|",
  ),
  ..."P/E<10, P/B<1 and ROE>15%|<3 this market|I <3 bonds </3|<T extends U>(t: T)".split("|"),
  ..."<stdin> and <stdout>|#include <vector>|std::vector<int> v;|a <- b; b -> c; d <-> e|=> and <=, >= and <>".split(
    "|",
  ),
  ...'<unknown>kept</unknown>|</nothing> closes nothing|<Foo bar="baz"/>|<not closed|<ticker>BTC</ticker>'.split(
    "|",
  ),
  ..."AT&T, S&P 500 and R&D|a&b&&c|rates & yields|&c. &c.|Q&A about M&A|x & y &z".split("|"),
  ..."<<EOF and <<<|<!no declaration|<?no instruction|<%= no template %>".split("|"),
] as const;

/** Quotation marks, apostrophes, dashes, and other signs of typography and finance. */
const signs = [
  ..."O'Leary, O’Leary and O´Leary|“awful” ‘quotes’ „unten“ ‚einfach‘|« des guillemets » ‹ simples ›|「引用」『二重』【角】".split(
    "|",
  ),
  ..."was awful—fees rose – slowly|one ‒ two ― three ⸺ four|well-known non‑breaking ‐ hyphens|¿Qué? ¡No!".split(
    "|",
  ),
  ..."5′ 10″ and 3 ft 5 in|isn´t, isnʼt, isn`t, isn′t|10 % of 1 000,50 €|1'000.00 Fr. and 1’000|10~20 30~40 and ~5".split(
    "|",
  ),
  ..."8-K, S-1, 10-Q, P/E and C++|401(k), BRK.B and U.S. GAAP|$BTC, $SOL and #ETH|±3σ ≠ √2 ≤ ∞ ∑ ∂ µ ½ ¾ ²|100% 50‰ 1‱ €£¥₿₹₩₽₺".split(
    "|",
  ),
  ..."→ up ↑ down ↓ ⇒ ⟶|… and so on...|§ 12 ¶ 3 † ‡ • ‣|№ 5 ℡ ℀ ™ © ® ℠|ﬁnance ﬂow ﬃ ﬆ".split("|"),
  ..."ＦＵＬＬ　ｗｉｄｔｈ １２３％|Ⅷ ⅸ ① ⑩ ㈱ ㍿ ㎏|Ω vs Ω, K vs K, Å vs Å|´ ` ^ ~ ¨ ¸ alone|a : b ; c ! d ?".split(
    "|",
  ),
] as const;

/** Characters of several code points, combining marks, and characters that nobody sees. */
const characters = [
  ..."👨‍👩‍👧‍👦 family and 🏳️‍🌈 flag|🇨🇭🇪🇺🇯🇵 flags|👍🏽👩🏿‍💻 tones|❤️ and ❤︎, ☎️ and ☎︎|🧑‍🚀🐈‍⬛🫱🏼‍🫲🏿|#️⃣ 1️⃣ *️⃣".split("|"),
  ..."e\u0301 and \u00e9, n\u0303 and \u00f1|a\u0323\u0307 and a\u0307\u0323|Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320a\u036bl\u0357go".split(
    "|",
  ),
  ..."soft\u00adhyphen\u00adated|zero\u200bwidth\u200bspaces|word\u2060joiner|no\u00a0break\u202fspaces\u2009thin|ideographic\u3000space".split(
    "|",
  ),
  ..."left\u200eto\u200fright marks|arabic\u061cmark ا ب|می\u200cخواهم|क्\u200dष and क्\u200cष|variation \u845b\u{e0100} \u845b".split(
    "|",
  ),
  ..."\u{1f600}\u{1f601}\u{10ffff}|\ufdd0 noncharacter \ufffe|private \ue000 \u{f0000}|replacement \ufffd itself|\ufeffmark inside\ufeff x".split(
    "|",
  ),
  ..."\u1100\u1161\u11a8 jamo \uac01|กำ น้ำ ที่|ནི་ སྐྱེས|ﷺ ﷽ ligatures|שָׁלוֹם עֲלֵיכֶם|\u0301 mark first".split(
    "|",
  ),
] as const;

/** Texts of two directions, with punctuation and digits at the border. */
const directions = [
  ..."BTC עלה ב-5% היום!|العملة BTC ارتفعت (5%)|Hello שלום world عالم|(שלום) [abc] {عربي}|C++ هي لغة".split(
    "|",
  ),
  ..."10-15 مليون $|שוק: NYSE, NASDAQ.|٣٫١٤ و ۱۲۳ و १२३|1,234.56 עד 7,890|“שלום” and «سلام»".split(
    "|",
  ),
] as const;

/** What templates, databases, shells, spreadsheets and formats would interpret. */
const syntax = [
  ..."{product} and {contact}|${x} $x $(x)|{{ x }} {% y %}|%s %d %n %E9 %00 %2f|\\n \\t \\u0041 \\x41|C:\\temp\\new".split(
    "|",
  ),
  ..."'; DROP TABLE users; --|$where: 1 == 1|__proto__|constructor|toString|null|undefined|NaN|true|0|-1|1e999".split(
    "|",
  ),
  ...[
    "=1+1",
    "+1 for this",
    "-1 for that",
    "@SUM(A1:A9)",
    "=cmd|'/C calc'!A0",
    "a,b;c\td".replace("\t", " "),
  ],
  ..."../../etc/passwd|/x/../y//z|?q=1&r=2#s|a=b&c=d|http:// is no link|x:y javascript:x|data:,x".split(
    "|",
  ),
  ...[
    "]]> closes nothing",
    "<![CDATA[ opens nothing",
    "-->",
    "(<_<) (>_>)",
    "--",
    "*/ /*",
    "// x",
    "# x ##",
    "\"quoted\" 'twice'",
  ],
] as const;

/** Links with what follows them in a text. */
const links = [
  "见https://example.com/foo。次の文。",
  "(see https://example.com/a_(b)), then",
  "“https://example.com/x” — https://example.com/y…",
  "https://ja.example.com/日本、そして",
  "https://bücher.example/ü?q=ä#ö und",
  "https://example.com/%E2%82%AC?a=1&b=2&amp=3",
  "يرى https://example.com/عربي؟ نعم",
] as const;

/** Texts that have the same meaning as plain text and as Markdown. */
export const plainTexts: readonly string[] = [
  ...new Set([...scripts, ...brackets, ...signs, ...characters, ...directions, ...links]),
];

/** All texts; those that are not in `plainTexts` may be markup where Markdown is allowed. */
export const nastyTexts: readonly string[] = [...new Set([...plainTexts, ...syntax])];
