import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const main = join(import.meta.dirname, '../../../main.ts')
const own = join(import.meta.dirname, 'stripe.ts')
/** Says which packages are imported by then. */
const script = `
import { registerHooks } from 'node:module'
const found = []
registerHooks({ load: (url, context, next) => (/node_modules\\/stripe\\//.test(url) && found.push(url), next(url, context)) })
await import(${JSON.stringify(main)})
await import(${JSON.stringify(join(import.meta.dirname, '../cloud.ts'))})
const before = found.length
const { openStripe } = await import(${JSON.stringify(own)})
await openStripe({ key: 'sk_test_1' })
console.log(JSON.stringify({ before, isLater: found.length > 0 }))
`

it('the package of Stripe is loaded when Stripe is first asked, and not by a server that takes no payments', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toEqual({ before: 0, isLater: true })
})
