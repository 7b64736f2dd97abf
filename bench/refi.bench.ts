/**
 * A project of another program (.qdpx) with 1,000 texts and 100,000 codings: its XML alone, and the whole import, each against unpacking the same
 * archive and decoding its texts, which nobody who reads it can save.
 */
import { unzipSync } from 'fflate'
import { seeded } from '../fixtures/random.ts'
import { readExchange } from '../workers/import/refi/readExchange.ts'
import { readProject } from '../workers/import/refi/readProject.ts'
import { codedStudy } from './importedFiles.ts'
import { limitRow, median, type Rows, rowOf } from './row.ts'

const sources = 1000
const codings = 100
const length = 20_000
const rounds = 5
/** Bytes a second, and ms for the whole. */
const slowestXml = 20_000_000
const longestImport = 10_000

export const rows: Rows = async () => {
  const { bytes, xml } = codedStudy(seeded(1), { sources, codings, length })
  const spent = { xml: [] as number[], whole: [] as number[], plain: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const plain = await timed(() => {
      const decoder = new TextDecoder()
      for (const entry of Object.values(unzipSync(bytes))) decoder.decode(entry)
    })
    const parsed = await timed(() => readExchange('x.qde', xml, () => {}))
    const whole = await timed(async () => {
      const read = await readProject({ name: 'x.qdpx', bytes })
      if ('problem' in read || read.ok.counts.highlights !== sources * codings) throw new Error('it was not read')
    })
    if (round === 0) continue
    spent.plain.push(plain)
    spent.xml.push(parsed)
    spent.whole.push(whole)
  }
  const [parsed, whole, plain] = [median(spent.xml), median(spent.whole), median(spent.plain)]
  const speed = `${(xml.length / 1000 / parsed).toFixed(0)} MB/s`
  return [
    limitRow('qdpx-xml', parsed, (xml.length / slowestXml) * 1000, 'ms', speed),
    limitRow('qdpx-import', whole, longestImport, 'ms', `${(bytes.length / 1e6).toFixed(0)} MB, 100,000 codings`),
    rowOf('import of 100,000 codings (.qdpx) / unzip and decode', 10, whole, plain),
  ]
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
