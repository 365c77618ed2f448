/** Splits a list at broken bars, which no entry contains. */
export const each = (list: string): readonly string[] => list.split(' ¦ ');

/** Texts that databases compare differently: case, accents, order by code point, patterns, invisible characters. */
export const trickyTexts: readonly string[] = [
  ...each('Zürich ¦ zürich ¦ ZÜRICH ¦ Zu\u0308rich ¦ İstanbul ¦ istanbul ¦ ISTANBUL ¦ ıstanbul ¦ Straße ¦ STRASSE ¦ ΣΊΣΥΦΟΣ ¦ σίσυφος'),
  ...each('ǅungla ¦ ﬁn ¦ Lisbon, hill by hill ¦ lisbon ¦ 東京 ¦ القاهرة ¦ 🏔 Alps ¦ \ufffd edge ¦ \ue000 own ¦ \u{10ffff} last ¦ a%b_c ¦ a\\b'),
  ...each("^a.*b$ (c|d) [e] ¦ $where ¦ $title.a ¦ a.b.c ¦ O'Hara; drop table"),
  ...each('"quoted" ¦ {"a":1} ¦ zero\u200bwidth ¦ tab\tand\nline ¦ A ¦ a ¦ B ¦ b ¦ 10 ¦ 9 ¦ null'),
  ...[' in between ', ''],
];

/** Texts with a meaning in databases, languages, file systems or logs. */
export const hostileWords: readonly string[] = [
  ...each("' OR '1'='1 ¦ '; DROP TABLE events; -- ¦ x' UNION SELECT null, version() -- ¦ 1) OR pg_sleep(5)--"),
  ...each("'||(select password from users limit 1)||' ¦ $1 ¦ #{7*7}"),
  ...each('{{constructor.constructor("return process")()}} ¦ % ¦ _ ¦ %%% ¦ \\'),
  ...each("\\'"),
  ...each('"; } } // ¦ * ¦ * OR _exists_:id ¦ title:(a AND b) OR /.*/ ¦ (a|a)*$ ¦ a & b | !c:* ¦ :* ¦ <script>alert(1)</script>'),
  ...each('<em>x</em> ¦ ../../etc/passwd ¦ file:///etc/passwd ¦ \u202egnp.exe'),
  ...each('İıßﬁ ¦ ａｄｍｉｎ ¦ null ¦ undefined ¦ NaN ¦ [object Object] ¦ __proto__ ¦ constructor ¦ hasOwnProperty'),
  ...['\ufeff', '\r\nSet-Cookie: a=b'],
  ...['e\u0301'.repeat(50), '👩\u200d👩\u200d👧\u200d👦'.repeat(20), 'a'.repeat(200), 'a'.repeat(5_000)],
];
