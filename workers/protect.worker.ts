/** The worker that seals a project before it leaves the page. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'
import type { LooseRows } from '../src/model/projectRows.ts'
import type { Row, Table } from '../src/model/schema.ts'
import { keyPartsOf, newProjectKey } from '../src/model/sealing/keys.ts'
import { sealedProject } from '../src/model/sealing/sealedProject.ts'
import { wrapKey } from '../src/model/sealing/wraps.ts'
import { openRowWriter } from './import/rowWriter.ts'

const api = {
  /** The rows of a project JSON as those of a protected one, under a key of its own; `recovery`: its code, which is nowhere else. */
  async protect(rows: Blob, password: string): Promise<{ rows: Blob; recovery: string }> {
    const plain = JSON.parse(await rows.text()) as LooseRows
    const key = newProjectKey()
    const { hash, recovery } = wrapKey(key, password)
    const writer = openRowWriter()
    for (const [table, row] of sealedProject(keyPartsOf(key), hash, plain)) writer.write(table, row as Row<Table>)
    return { rows: writer.blob(), recovery }
  },
}

export type ProtectApi = typeof api

expose(api)
