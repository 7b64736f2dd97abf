/** The lines of a stream of UTF-8, as they come. Only line feeds end a line: JSON may hold the other separators. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  for await (const chunk of stream) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n')
    pieces.push(first)
    for (const piece of rest) {
      yield pieces.join('')
      pieces = [piece]
    }
  }
  const last = pieces.join('') + decoder.decode()
  if (last !== '') yield last
}
