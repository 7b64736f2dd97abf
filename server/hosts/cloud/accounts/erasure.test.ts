/** What stays of an account in the bytes of the database once it is deleted: nothing. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { testFolder } from '../../../testing/serve.ts'
import { openCloudDatabase } from '../database.ts'
import { openOperator } from '../operator.ts'

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const emailOf = (n: number) => `person.${n}@example.org`
const marksOf = (n: number) => [emailOf(n), `Name of ${n}.`, `hash of ${n}.`]
const found = (path: string, marks: readonly string[]): string[] =>
  [path, `${path}-wal`]
    .filter((file) => existsSync(file))
    .flatMap((file) => marks.filter((mark) => readFileSync(file).includes(mark)))

it('nothing of a deleted account is in the bytes of the file, also where rows had moved between full pages, as after a restore', () => {
  const path = join(folder, 'accounts.sqlite')
  const made = openCloudDatabase(path)
  const put = made.db.prepare(
    "INSERT INTO accounts (id, email, name, password, region, language, created) VALUES (?, ?, ?, ?, 'home', 'en', 1)",
  )
  const people = Array.from({ length: 60 }, (_, n) => n)
  for (const n of people) put.run(`id-${n}`, emailOf(n), `Name of ${n}.`, `hash of ${n}.`.padEnd(150, '-'))
  made.close()
  // A backup is packed: there is no room in any page.
  const packed = new DatabaseSync(path)
  packed.exec('PRAGMA journal_mode = DELETE; VACUUM')
  packed.close()
  const database = openCloudDatabase(path)
  for (const n of [5, 15, 25, 35, 45])
    database.db.prepare('UPDATE accounts SET name = name || ? WHERE email = ?').run('-'.repeat(200), emailOf(n))
  const operator = openOperator(database, { region: 'home' })
  const gone = people.filter((n) => n % 4 === 0)
  for (const n of gone) expect(operator.remove(emailOf(n))).toEqual({ ok: [] })
  expect(found(path, gone.flatMap(marksOf))).toEqual([])
  expect(found(path, marksOf(1))).toHaveLength(3)
  database.close()
})

it('what cannot be erased at once is erased when the log is forgotten', () => {
  const path = join(folder, 'busy.sqlite')
  const database = openCloudDatabase(path)
  database.db.exec('BEGIN; CREATE TABLE words (word TEXT) STRICT')
  database.db.prepare('INSERT INTO words VALUES (?)').run('quetzalcoatl')
  // Nothing is written anew within a transaction.
  database.erase()
  database.db.exec('COMMIT; PRAGMA secure_delete = OFF; DELETE FROM words')
  expect(found(path, ['quetzalcoatl'])).not.toEqual([])
  database.forget()
  expect(found(path, ['quetzalcoatl'])).toEqual([])
  database.close()
})
