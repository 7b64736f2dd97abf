/** Books in EPUB for tests, made by program. */
import { zipSync } from 'fflate'

const bytes = (text: string) => new TextEncoder().encode(text)

/** What stands within the body of each chapter, in the order of reading; they lie in the archive in another. */
export const epubFile = (
  chapters: readonly string[],
  entries: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array => {
  const numbered = chapters.map((body, at) => ({ body, id: `c${at}`, file: `chapter ${at}.xhtml` }))
  const items = numbered.map(
    ({ id, file }) => `<item id="${id}" href="text/${encodeURI(file)}" media-type="application/xhtml+xml"/>`,
  )
  return zipSync({
    mimetype: [bytes('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': bytes(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    ),
    'OEBPS/content.opf': bytes(
      `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.toReversed().join('')}</manifest><spine>${numbered.map(({ id }) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    ),
    ...Object.fromEntries(
      numbered.map(({ body, file }) => [
        `OEBPS/text/${file}`,
        bytes(
          `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>No text</title></head><body class="a">${body}</body></html>`,
        ),
      ]),
    ),
    ...entries,
  })
}
