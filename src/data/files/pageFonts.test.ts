import { afterEach, expect, test, vi } from 'vitest'
import { pageFonts } from './pageFonts.ts'

afterEach(() => vi.unstubAllGlobals())

class FaceRule {
  readonly style: { getPropertyValue: (name: string) => string }
  constructor(values: Record<string, string>) {
    this.style = { getPropertyValue: (name) => values[name] ?? '' }
  }
}

test('the fonts of a family, by whole addresses, without its italics: a picture would lean', () => {
  vi.stubGlobal('CSSFontFaceRule', FaceRule)
  vi.stubGlobal('CSSGroupingRule', class {})
  const serif = { 'font-family': '"Serif Variable"', 'font-weight': '200 900' }
  const rules = [
    new FaceRule({ ...serif, src: 'url("files/latin.woff2") format("woff2")', 'font-style': 'normal' }),
    new FaceRule({ ...serif, src: 'url(files/latin-italic.woff2)', 'font-style': 'italic' }),
    new FaceRule({ 'font-family': 'Other', src: 'url(files/other.woff2)' }),
  ]
  vi.stubGlobal('document', { styleSheets: [{ href: 'http://here/assets/main.css', cssRules: rules }] })
  expect(pageFonts('Serif Variable')).toEqual([
    {
      family: 'Serif Variable',
      source: 'url("http://here/assets/files/latin.woff2")',
      weight: '200 900',
      unicodeRange: 'U+0-10FFFF',
    },
  ])
})
