/** Results go to stdout, everything else to stderr. A reader that goes away (`| head`) ends the output, and is no failure. */
let gone = false
process.stdout.on('error', () => {
  gone = true
})

/** Text, or the bytes of a file. Resolves once it has left, so that output never gathers in memory; false when nobody reads any more. */
export function print(text: string | Uint8Array): Promise<boolean> {
  if (gone) return Promise.resolve(false)
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error))
  })
}

const enough = 64 * 1024

/** Prints the pieces as they come, a good many at a time. */
export async function printAll(pieces: Iterable<string>): Promise<void> {
  let gathered = ''
  for (const piece of pieces) {
    gathered += piece
    if (gathered.length < enough) continue
    if (!(await print(gathered))) return
    gathered = ''
  }
  await print(gathered)
}

/** The pieces of a JSON array with an element a line. */
export function* jsonArray(elements: Iterable<unknown>): Generator<string> {
  let before = '[\n'
  for (const element of elements) {
    yield before + JSON.stringify(element)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
