/** The lines of a table as the bytes of a CSV file, part by part. */
import { type CsvCell, csvParts } from '../../../src/model/csv.ts'
import { joined } from '../../../src/model/joined.ts'
import type { CsvFile } from '../../../src/model/queries.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

/** Orders titles as the page does in this language. */
export const titlesIn = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare

export function* csvFile(lines: Iterable<readonly CsvCell[]>): Slices<CsvFile> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  for (const part of csvParts(lines)) {
    parts.push(encoder.encode(part))
    yield
  }
  return { bytes: joined(parts) }
}
