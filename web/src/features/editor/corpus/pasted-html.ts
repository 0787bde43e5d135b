/** HTML as other programs put it on the clipboard, and the Markdown that is pasted of it. Every word is `y` and a number. */

interface PastedHtml {
  readonly html: string;
  readonly markdown: string;
}

const DOCS = (inside: string) =>
  `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b">${inside}</b><br class="Apple-interchange-newline">`;
const WORD = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

export const PASTED_HTML: Readonly<Record<string, PastedHtml>> = {
  'Google Docs: heading, formats and nested lists': {
    html: DOCS(
      '<h2 dir="ltr"><span style="font-size:16pt;font-weight:700;">y1</span></h2><p dir="ltr"><span style="font-weight:700;">y2</span><span style="font-weight:400;"> y3 </span><span style="font-style:italic">y4</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>y5</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>y6</span></p></li></ul><li dir="ltr"><p role="presentation"><span>y7</span></p></li></ul><p dir="ltr"><span>y8</span></p>',
    ),
    markdown: '## y1\n\n**y2** y3 *y4*\n\n- y5\n  - y6\n- y7\n\ny8',
  },
  'Google Docs: ticks': {
    html: DOCS(
      '<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox"><p role="presentation"><span>y1</span></p></li><li dir="ltr" role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA" aria-roledescription="checkbox"><p role="presentation"><span>y2</span></p></li></ul>',
    ),
    markdown: '- [x] y1\n- [ ] y2',
  },
  'Google Docs: a table between words': {
    html: DOCS(
      '<p><span>y1</span></p><div dir="ltr"><table><colgroup><col/><col/></colgroup><tbody><tr><td><p dir="ltr"><span>y2</span></p></td><td><p dir="ltr"><span>y3</span></p></td></tr><tr><td><p><span>y4</span></p><p><span>y5</span></p></td><td><ul><li><p><span>y6</span></p></li><li><p><span>y7</span></p></li></ul></td></tr></tbody></table></div><p><span>y8</span></p>',
    ),
    markdown: 'y1\n\n| y2 | y3 |\n| --- | --- |\n| y4<br>y5 | • y6<br>• y7 |\n\ny8',
  },
  'Word: title and lists': {
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US><!--StartFragment--><p class=MsoTitle>y1<o:p></o:p></p><p class=MsoNormal>y2 <b>y3</b><o:p></o:p></p>${WORD(1, '·', 'y4')}${WORD(2, 'o', 'y5')}${WORD(1, '·', 'y6')}<p class=MsoNormal>y7<o:p></o:p></p>${WORD(1, '3.', 'y8')}${WORD(1, '4.', 'y9')}<p class=MsoQuote>y10<o:p></o:p></p><!--EndFragment--></body></html>`,
    markdown: '# y1\n\ny2 **y3**\n\n- y4\n  - y5\n- y6\n\ny7\n\n3. y8\n4. y9\n\n> y10',
  },
  'Word: a table': {
    html: '<p class=MsoNormal>y1<o:p></o:p></p><table class=MsoTableGrid border=1><tr><td valign=top><p class=MsoNormal>y2<o:p></o:p></p></td><td><p class=MsoNormal>y3<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>y4<o:p></o:p></p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr></table>',
    markdown: 'y1\n\n| y2 | y3 |\n| --- | --- |\n| y4 |  |',
  },
  'Notion: callout, tasks, code and a quote': {
    html: '<meta charset="utf-8"><!-- notionvc: 0a1b --><aside>\ny1\n\n</aside><ul>\n<li>[ ]  y2</li>\n<li>[x]  y3</li>\n</ul>\n<pre><code class="language-jsx">y4\n\n  y5</code></pre>\n<blockquote>\n<p>y6</p>\n</blockquote>',
    markdown: '> [!NOTE]\n> y1\n\n- [ ] y2\n- [x] y3\n\n```jsx\ny4\n\n  y5\n```\n\n> y6',
  },
  'Notion: a toggle and a picture in items': {
    html: '<!-- notionvc: 0a1b --><ul>\n<li><p>y1</p>\n<p>y2</p>\n</li>\n<li><p>y3</p>\n<p><img src="https://a.example/y4.png" alt="y4"></p>\n</li>\n</ul>',
    markdown: '- y1\n\n  y2\n- y3\n\n  ![y4](https://a.example/y4.png)',
  },
  'a web page: alert, details and code in an item': {
    html: '<div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p><p>y1</p></div><details><summary>y2 <b>y3</b></summary><p>y4</p><ul><li>y5</li></ul></details><ol><li>y6<div class="highlight highlight-source-js"><pre><span>y7</span>\n<span>y8</span></pre></div></li><li>y9</li></ol>',
    markdown:
      '> [!WARNING]\n> y1\n\n<details>\n<summary>y2 y3</summary>\n\ny4\n\n- y5\n\n</details>\n\n1. y6\n\n   ```js\n   y7\n   y8\n   ```\n2. y9',
  },
  'a web page: code by line breaks, a quote in a quote, a picture with its words': {
    html: '<pre>y1<br>y2</pre><blockquote><p>y3</p><blockquote><p>y4</p></blockquote></blockquote><figure><img src="https://a.example/y5.png" alt="y5"><figcaption>y6</figcaption></figure>',
    markdown: '```\ny1\ny2\n```\n\n> y3\n> \n> > y4\n\n![y5](https://a.example/y5.png)\n\ny6',
  },
  'a web page: a table in an item, code and a list in its cells': {
    html: '<ul><li>y1<table><thead><tr><th>y2</th><th>y3</th></tr></thead><tbody><tr><td><pre>y4\ny5</pre></td><td><h3>y6</h3><ol><li>y7</li><li>y8</li></ol></td></tr></tbody></table></li></ul>',
    markdown: '- y1\n\n  | y2 | y3 |\n  | --- | --- |\n  | `y4`<br>`y5` | y6<br>1\\. y7<br>2\\. y8 |',
  },
  'a web page: tasks with labels': {
    html: '<ul class="contains-task-list"><li class="task-list-item"><label><input type="checkbox" disabled checked> y1</label></li><li class="task-list-item"><p><input type="checkbox"> y2</p><ul><li><input type="checkbox"> y3</li></ul></li></ul>',
    markdown: '- [x] y1\n- [ ] y2\n  - [ ] y3',
  },
};
