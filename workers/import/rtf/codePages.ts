/** How the bytes of a rich text file are read: by the number of a code page, or of a font's character set. As names for TextDecoder. */
export function codePage(number: number): string {
  return pages[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252')
}

/** null: as the document says. */
export function fontCodePage(charset: number): string | null {
  const page = charsets[charset]
  return page === undefined ? null : codePage(page)
}

const pages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  54936: 'gb18030',
  65001: 'utf-8',
}

const charsets: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}
