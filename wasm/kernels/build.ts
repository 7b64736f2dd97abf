/**
 * Builds the kernels' WebAssembly module from `assembly/`. The same sources give the same bytes; those of the last build are taken
 * from `dist/` where nothing has changed.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'

const root = join(import.meta.dirname, '../..')
const assembly = join(import.meta.dirname, 'assembly')

/** The module's bytes. Throws what the compiler says where the sources do not build. */
export async function buildKernels(): Promise<Uint8Array> {
  const built = join(root, 'dist', `kernels-${sourcesHash()}.wasm`)
  try {
    return readFileSync(built)
  } catch {
    // Not built yet.
  }
  const unfinished = `${built}.${process.pid}-${threadId}`
  mkdirSync(dirname(built), { recursive: true })
  const { default: asc } = await import('assemblyscript/asc')
  const { error, stderr } = await asc.main([
    join(assembly, 'kernels.ts'),
    ...['--outFile', unfinished],
    ...['-O3', '--noAssert', '--importMemory', '--runtime', 'stub', '--enable', 'simd', '--enable', 'bulk-memory'],
  ])
  if (error) throw new Error(`the kernels do not build: ${error.message}\n${stderr.toString()}`)
  renameSync(unfinished, built)
  return readFileSync(built)
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of [...globSync('*.ts', { cwd: assembly }).sort()])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(assembly, file)))
  hash.update(readFileSync(import.meta.filename)).update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex').slice(0, 12)
}
