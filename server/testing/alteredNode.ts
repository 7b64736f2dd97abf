/**
 * Read before a node of the proof of several nodes (`--import`), alters what it is made of. `ALTERED=clock`: it does not notice that it was frozen, as
 * on a machine that was itself put to sleep. `ALTERED=road`: it listens at the port `LISTENS`, and what it tells others is the address of a road there
 * (`faultyLink.ts`). `ALTERED=layout`: it keeps projects in a layout that today's program does not know, as a later release may. `ALTERED=clock,token`: nor is a token compared, in what it appends or in what it looks at: the control, in which a step is acknowledged that others do not find.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const alterations: Readonly<Record<string, { file: string; from: RegExp; to: string }[]>> = {
  clock: [
    { file: '/server/cluster/membership.ts', from: /performance\.now\(\) - renewedAt < lease/, to: 'true' },
    { file: '/server/cluster/membership.ts', from: /began - renewedAt >= lease/, to: 'false' },
  ],
  road: [
    {
      file: '/server/running/serve.ts',
      from: /port: Number\(port \|\| \(protocol === 'https:' \? 443 : 80\)\)/,
      to: 'port: Number(process.env.LISTENS ?? port ?? protocol)',
    },
  ],
  layout: [
    {
      file: '/wasm/database/migrations/tables.ts',
      from: /layoutVersion = (\d+)/,
      to: 'layoutVersion = $1 + 1',
    },
  ],
  token: [
    { file: '/server/cluster/tables.ts', from: /AND e\.token = p\.token/, to: '' },
    { file: '/server/cluster/tables.ts', from: /AND p\.token = e\.token/, to: '' },
    {
      file: '/server/cluster/leases.ts',
      from: /if \(tokens\.get\(uuid\) !== held\.token\) lose\(uuid, held\)/,
      to: '{}',
    },
  ],
}
const wanted = (process.env.ALTERED ?? '').split(',').flatMap((name) => alterations[name] ?? [])

registerHooks({
  load: (url, context, next) => {
    const own = wanted.filter(({ file }) => url.endsWith(file))
    if (own.length === 0) return next(url, context)
    let text = readFileSync(fileURLToPath(url), 'utf8')
    for (const { from, to } of own) {
      if (!from.test(text)) throw new Error(`there is no ${from} in ${url}`)
      text = text.replace(from, to)
    }
    return { format: 'module', source: stripTypeScriptTypes(text), shortCircuit: true }
  },
})
