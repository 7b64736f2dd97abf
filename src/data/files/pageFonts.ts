/** The fonts of the page as its stylesheets name them, for a worker that is to paint with them. */
export interface PageFont {
  family: string
  /** An address. */
  source: string
  weight: string
  unicodeRange: string
}

/** The upright ones of a family: no picture has italics. */
export function pageFonts(family: string): PageFont[] {
  const fonts: PageFont[] = []
  const take = (rules: Iterable<CSSRule>, base: string) => {
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) take(rule.cssRules, base)
      if (!(rule instanceof CSSFontFaceRule)) continue
      const read = (name: string) => rule.style.getPropertyValue(name).replace(/^["']|["']$/g, '')
      const address = /url\(["']?([^"')]+)["']?\)/.exec(read('src'))?.[1]
      if (read('font-family') !== family || !address || read('font-style') === 'italic') continue
      const source = `url(${JSON.stringify(new URL(address, base).href)})`
      fonts.push({
        family,
        source,
        weight: read('font-weight') || '400',
        unicodeRange: read('unicode-range') || 'U+0-10FFFF',
      })
    }
  }
  for (const sheet of document.styleSheets) if (sheet.href) take(sheet.cssRules, sheet.href)
  return fonts
}
