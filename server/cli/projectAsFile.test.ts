// The project itself as the page's worker writes it, against what the server gives to download: the same rows in the same tables, and the same text.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draw, fill } from '../../fixtures/project.ts'
import { seeded } from '../../fixtures/random.ts'
import { drawnReader, exported } from '../../fixtures/testing/exported.ts'
import { randomProject } from '../../fixtures/testing/randomProject.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { ProjectReader } from '../../src/model/projectReader.ts'
import { tables } from '../../src/model/schema.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { writeJson, writeQrk } from '../../workers/export/project/writeProject.ts'
import { createProject, openProject } from '../files/projectFile.ts'
import { writeJson as writeJsonFile } from '../files/writeJson.ts'
import { openRoom } from '../room/room.ts'
import { testFolder } from '../testing/serve.ts'

let folder = ''
beforeAll(() => {
  folder = testFolder()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

const opened = (path: string): Db => {
  const project = openProject(path, [])
  if (isProblem(project)) throw new Error(JSON.stringify(project.problem))
  return project.ok.db
}

/** Before anything has opened the file, which gives it what a server's file has. */
const looked = (path: string) => {
  const db = openNode(path, { readOnly: true })
  try {
    return {
      made: db.all('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'),
      as: ['page_size', 'user_version', 'application_id', 'encoding', 'journal_mode'].map((name) =>
        db.one(`PRAGMA ${name}`),
      ),
      rows: Object.fromEntries(tables.map((table) => [table, db.all(`SELECT * FROM "${table}" ORDER BY 1`)])),
    }
  } finally {
    db.close()
  }
}

it.each([1, 2])('a project of seed %i is the same file and the same JSON as the server’s, and opens', async (seed) => {
  const drawn = randomProject(seeded(seed))
  drawn.preferences.push({ key: '___db_version', value: '5' }, { key: 'stopList', value: '[{"value":"so"}]' })
  drawn.chat_messages.push({ id: 7, message: 'When?', author: 'Anna', timestamp: 2 ** 42 })
  const [quirk] = drawn.quirks
  if (quirk) drawn.quirk_shortcut_keys.push({ quirkId: quirk.id, shortcutKey: 'd' })

  const made = createProject(at(`server ${seed}`), false)
  if (isProblem(made)) throw new Error(JSON.stringify(made.problem))
  const { db } = made.ok
  for (const table of tables) db.run(`DELETE FROM "${table}"`)
  fill(db, drawn)
  const room = openRoom(db)
  room.snapshot(at(`server ${seed}.download`), 'download')
  writeJsonFile(db, at(`server ${seed}.json`))
  room.close()

  writeFileSync(at(`page ${seed}.qrk`), await exported(drawn, writeQrk, {}))
  expect(looked(at(`page ${seed}.qrk`))).toEqual(looked(at(`server ${seed}.download`)))
  const json = await exported(drawn, writeJson, {})
  expect(json.toString()).toBe(readFileSync(at(`server ${seed}.json`), 'utf8'))

  const file = opened(at(`page ${seed}.qrk`))
  expect(file.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
  expect(file.one('SELECT COUNT(*) AS n FROM answer_texts')).toEqual({ n: drawn.question_answers.length })
  file.close()
})

it('what the project loses and gains while it is read leaves nothing behind that hangs in the air', async () => {
  const before = draw(`
quirk Trust
source Anna | I [trusted]Trust him.
source Ben | [No]Trust.
`)
  before.source_metadata_keys.push({ id: 1, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 })
  before.source_metadata_values.push({ id: 1, keyId: 1, value: '30' })
  for (const id of [1, 2])
    before.source_metadatas.push({ id, keyId: 1, valueId: 1, sourceId: id, author: 'me', timestamp: 1 })
  const after = draw(`
quirk Trust
quirk Doubt
source Anna | I [trusted]Trust [him]Doubt.
`)
  const [first, then] = [drawnReader(before), drawnReader(after)]
  const changing: ProjectReader = {
    frame: () => first.frame(),
    contents: (ids) => then.contents(ids),
    sound: async () => null,
  }
  let json = ''
  for await (const piece of writeJson(changing, {}, () => {})) json += Buffer.from(piece).toString()
  const { quirks, sources, highlights, source_metadatas: properties } = JSON.parse(json)
  expect([quirks.length, sources.length, properties.length]).toEqual([1, 1, 1])
  expect(highlights).toEqual([expect.objectContaining({ quirkId: 1, sourceId: 1 })])
})
