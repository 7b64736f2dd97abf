import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidePages, readPage } from './guidePages.ts'

const messages = { 'export.title': 'Export <all>', 'text.count': '{n, plural, one {#} other {#}}', 'ui.own': "It''s" }
const read = (text: string) => readPage('coding', text, messages)

test('a page has its title, its headings by their ids, and the names of the program that it refers to', () => {
  const page = read(
    '# Coding\n\n## When & why {#when}\n\nChoose {{ui:export.title}} {{keys:codeTo}}. {{ui:ui.own}}\n\n### More {#more}',
  )
  expect(page).toMatchObject({ name: 'coding', title: 'Coding', parts: [{ id: 'when', title: 'When & why' }] })
  expect(page.html).toContain('<h1 tabindex="-1">Coding</h1>')
  expect(page.html).toContain('<h2 id="when" tabindex="-1">When &amp; why</h2>')
  expect(page.html).toContain('<b>Export &lt;all></b><span data-keys="codeTo"></span>. <b>It\'s</b>')
  expect(page.html).toContain('<h3 id="more"')
})

test('links lead to pages of the guide, to headings of the same page, and out of it in a tab of their own', () => {
  const { html } = read('# A\n\n[a](views#list) [b](views) [c](#when) [d](https://example.org/?a=1&b=2)')
  expect(html).toContain('<a href="#/guide/views/list">a</a> <a href="#/guide/views">b</a>')
  expect(html).toContain('<a href="#/guide/coding/when">c</a>')
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noreferrer">d</a>')
})

test('letters have indices', () => {
  expect(read('# A\n\n> d = Σ_u n_1 ⁄ n_max').html).toContain('Σ<sub>u</sub> n<sub>1</sub> ⁄ n<sub>max</sub>')
})

test('the list of all keys stands by itself', () => {
  expect(read('# A\n\n{{every:key}}').html).toContain('<div data-keys-list></div>')
})

test('a picture is named with the words for those who do not see it', () => {
  const { html } = read('# A\n\n![Bubbles, "Rest" & more](canvas)\n\nB')
  expect(html).toContain(
    '<div data-picture="canvas" data-words="Bubbles, &quot;Rest&quot; &amp; more"></div>\n<p>B</p>',
  )
})

test.each([
  ['# A\n\n{{ui:export.titel}}', 'names export.titel, which is no string'],
  ['# A\n\n{{ui:text.count}}', 'needs values'],
  ['# A\n\n{{each:key}}', 'unknown'],
  ['# A\n\n## B', 'a heading without an id'],
  ['## B {#b}', 'no title'],
  ['# A\n\n![](canvas)', 'without words'],
  ['# A\n\nB ![b](canvas)', 'within a line'],
  ['# A\n\n<script>1</script>', 'HTML'],
])('%j is refused', (text, complaint) => {
  expect(() => read(text)).toThrow(complaint)
})

test('the English guide can be read, and every link in it leads somewhere', () => {
  expect(guidePages(join(import.meta.dirname, '../..'), 'en').length).toBeGreaterThan(5)
})
