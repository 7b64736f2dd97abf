import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from './boot/memory.ts'
import { openNode } from './boot/node.ts'
import { dbContract } from './db.contract.ts'

dbContract('in memory, by Node', () => openNode(':memory:'))
dbContract('in a file, by Node', () => openNode(join(mkdtempSync(join(tmpdir(), 'thicket-')), 'project.qrk')))
dbContract('in memory, by WebAssembly', () => openMemory())
