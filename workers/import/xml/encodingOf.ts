/** How XML is written, for TextDecoder: by its byte order mark, by the zero bytes around its first sign, or as it says in ASCII; else UTF-8. */
export function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^ï»¿/, '')
  const said = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(beginning)?.[1]?.toLowerCase() ?? ''
  return singleByte.includes(said) ? said : 'utf-8'
}

const singleByte = ['windows-1252', 'iso-8859-1', 'us-ascii', 'windows-1251', 'windows-1250']
