import { describe, expect, test } from 'vitest'
import {
  canonicalText,
  cleanLine,
  fromPlain,
  isCanonicalHtml,
  isCanonicalText,
  parseHtml,
  splitLongParagraphs,
  toHtml,
} from './richText.ts'
import { snippet } from './snippet.ts'

const canonical = (html: string) => toHtml(parseHtml(html))
const PNG = 'data:image/png;base64,AA=='

describe('plain text', () => {
  test.each([
    ['\ufeffa\ufeffb', 'a\ufeffb'],
    ['a\r\nb\rc\n\rd', 'a\nb\nc\n\nd'],
    ['a\vb\fc', 'a\nb\nc'],
    ['a\tb\u0000c\u007fd\u0085e\u001b', 'a\tb\ufffdc\ufffdd\ufffde\ufffd'],
    ['x\ud83dy\ude00z😀', 'x\ufffdy\ufffdz😀'],
    ['e\u0301 \u00e9 ﬁ 👩‍👩‍👧 \u00a0', 'e\u0301 \u00e9 ﬁ 👩‍👩‍👧 \u00a0'],
  ])('%j is canonical as %j', (text, wanted) => {
    expect(canonicalText(text)).toBe(wanted)
    expect(isCanonicalText(wanted)).toBe(true)
    expect(isCanonicalText(text)).toBe(text === wanted || text.startsWith('\ufeff'))
  })
  test('a title loses controls', () => {
    expect(cleanLine('\ufeffTr\u0000ust\u001b\r\n\ud83d')).toBe('Trust\n\ufffd')
  })
  test('plain text is paragraphs', () => {
    expect(toHtml(fromPlain('a\r\n\r\n b'))).toBe('<p>a</p><p></p><p>&#32;b</p>')
  })
})

describe('HTML', () => {
  test.each([
    ['', ''],
    ['<p></p>', ''],
    ['<p> \n </p><p><br></p>', '<p></p><p></p>'],
    ['hello', '<p>hello</p>'],
    ['<p>a</p>\n<p>b', '<p>a</p><p>b</p>'],
    ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<h1>T</h1><blockquote>q</blockquote>', '<p>T</p><p>q</p>'],
    ['<table><tr><td>a</td> <td><b>b</b></td></tr><tr><td>c</table>', '<p>a&#9;<b>b</b></p><p>c</p>'],
    ['<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>', '<p>a</p><p>b</p>'],
    ['<strong>a</strong><em>b</em>', '<p><b>a</b><em>b</em></p>'],
    ['<i><b>x</b></i>', '<p><b><i>x</i></b></p>'],
    ['<b>a<i>b</b>c</i>', '<p><b>a<i>b</i></b><i>c</i></p>'],
    ['<p>a<br>b<br></p>', '<p>a<br>b</p>'],
    ['<p>a<br><br></p>', '<p>a<br><br></p>'],
    ['<ol><li>a<li>b<ol><li>c</ol><li></ol>', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li></li></ul>'],
    ['<ul><li><p>a</p><p>b</p></li></ul>', '<ul><li>a<br>b</li></ul>'],
    ['<ul><li><ul><li>deep</ul></ul>out', '<ul><li><ul><li>deep</li></ul></li></ul><p>out</p>'],
    ['<ul><li><br><ul><li>x</ul></ul>', '<ul><li><br><ul><li>x</li></ul></li></ul>'],
    ['<td><ul><li>x</td><p>y', '<ul><li>x</li></ul><p>y</p>'],
    ['<head><title>t</title><p>a</p>', '<p>a</p>'],
    ['<head>gone</head><body>kept', '<p>kept</p>'],
    ['a<script>alert(1)</script><style>p{}</style><template>t</template>b', '<p>ab</p>'],
    ['<a href="javascript:x" onclick=y>link</a>', '<p>link</p>'],
    ['<pre>a\n  b\n</pre>', '<p>a<br>&#32;&#32;b</p>'],
    [`<img src="${PNG}" alt='"x"' onerror=a>`, `<p><img src="${PNG}" alt="&quot;x&quot;"></p>`],
    ['<img src="https://e.org/x.png" alt="a  cat">', '<p>a cat</p>'],
    ['<img src="data:image/svg+xml;base64,AA==">', ''],
    ['&lt;script&gt;&amp;amp;', '<p>&lt;script&gt;&amp;amp;</p>'],
    ['<p>a\u0000b&#0;c&#x1b;</p>', '<p>a\ufffdb\ufffdc\ufffd</p>'],
  ])('%j reads as %j', (html, wanted) => {
    expect(canonical(html)).toBe(wanted)
    expect(isCanonicalHtml(wanted)).toBe(true)
    expect(isCanonicalHtml(html)).toBe(html === wanted)
  })
  test('foreign white space collapses as in a browser, also across tags', () => {
    expect(parseHtml('<p> a \n b <b> c</b> </p>').text).toBe('a b c')
    expect(parseHtml('<p>a&nbsp; &nbsp;b</p>').text).toBe('a\u00a0 \u00a0b')
  })
  test('our own white space comes back unit by unit', () => {
    for (const text of [' a', 'a ', 'a  b', '   ', '\t', 'a\t b', ' \n\n  x \n'])
      expect(parseHtml(toHtml(fromPlain(text))).text).toBe(text)
  })
  test('lists deeper than six levels lie on the sixth', () => {
    expect(parseHtml('<ul><li>x'.repeat(9)).kinds.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 6])
  })
  // A reader that costs the depth per tag would not come to an end within the time of a test.
  test.each([
    ['<b>', 'x'],
    ['<div>', 'x'],
    ['<ul><li>', 'x'],
    ['<td>', 'x'],
    ['<svg>', ''],
    ['<form>', 'x'],
  ])(
    'nesting of 300,000 %s is linear',
    (tag, text) => {
      const count = 300_000
      const rich = parseHtml(`${tag.repeat(count)}x${`</i></p>${tag.replaceAll('<', '</')}`.repeat(count)}`)
      expect(rich.text.trim() === text).toBe(true)
    },
    20_000,
  )
})

describe('long paragraphs', () => {
  const long = `${'Some words here. '.repeat(2000)}End.`
  test('over 20,000 units are cut between sentences, and no position moves', () => {
    const { rich, split } = splitLongParagraphs(parseHtml(`<p><b>${long}</b></p>`))
    expect(split).toEqual([19_991])
    expect(rich.text).toBe(`${long.slice(0, 19_991)}\n${long.slice(19_992)}`)
    expect(rich.marks).toEqual([
      { tag: 'b', from: 0, to: 19_991 },
      { tag: 'b', from: 19_992, to: long.length },
    ])
    expect(parseHtml(toHtml(rich))).toEqual(rich)
  })
  test('an item stays one item', () => {
    const { rich } = splitLongParagraphs(parseHtml('<ul><li>aaa bbb ccc</li></ul>'), 7)
    expect(toHtml(rich)).toBe('<ul><li>aaa bbb<br>ccc</li></ul>')
  })
  test('without sentences any space serves, without spaces none', () => {
    expect(splitLongParagraphs(fromPlain('aaa bbb ccc'), 5).split).toEqual([3, 7])
    expect(splitLongParagraphs(fromPlain(`${'x'.repeat(30)} y z`), 10).split).toEqual([30])
    expect(splitLongParagraphs(fromPlain('x'.repeat(30)), 10).split).toEqual([])
    expect(splitLongParagraphs(fromPlain('short\nshort'), 5).split).toEqual([])
  })
})

describe('text search snippets: 50-character bounds around the match', () => {
  test('shows 50 units on each side', () => {
    const text = `${'a'.repeat(80)}MATCH${'b'.repeat(80)}`
    expect(snippet(text, { start: 80, length: 5 })).toEqual({
      before: 'a'.repeat(50),
      match: 'MATCH',
      after: 'b'.repeat(50),
      cutBefore: true,
      cutAfter: true,
    })
  })
  test('is whole at the ends of the text', () => {
    expect(snippet('abc', { start: 1, length: 1 })).toMatchObject({
      before: 'a',
      after: 'c',
      cutBefore: false,
      cutAfter: false,
    })
  })
  test('cuts no family and no accent', () => {
    const family = '👩‍👩‍👧‍👦'
    const { before, after } = snippet(
      `${family.repeat(9)}X${'e\u0301'.repeat(60)}`,
      { start: 9 * family.length, length: 1 },
      49,
    )
    expect(before).toBe(family.repeat(4))
    expect(after).toBe('e\u0301'.repeat(24))
  })
})
