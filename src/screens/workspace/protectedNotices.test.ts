/** What a person in a protected project is told of their own steps: words, as in any other, and never the sealed letters that lie and travel in their place. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Person,
  protect,
  type Simulation,
  serverProject,
  setAsideOf,
  simulate,
} from '../../../fixtures/testing/simulation.ts'
import type { Notice, ProjectHandle } from '../../data/copies/handle.ts'
import { t } from '../../i18n/i18n.ts'
import type { Call } from '../../model/commands.ts'
import { isProblem } from '../../model/problems.ts'
import { keyPartsOf } from '../../model/sealing/keys.ts'
import { mark } from '../../model/sealing/sealedForm.ts'
import { unsentPage } from '../account/unsentPage.ts'
import { type OthersNotice, othersMessage } from './othersMessage.ts'
import { messageOf, saveFromToast } from './useNotices.ts'

const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const place = { sourceId: 1, questionId: 1 }
const project = { state: { author: 'Ana', connection: 'online' } } as ProjectHandle

let simulation: Simulation
let ana: Person
let ben: Person
let calls = 0
beforeEach(() => {
  const db = serverProject('quirk Trust\nsource Rittersporn | I [trusted]Trust him until the letter came.')
  protect(db, sealing)
  simulation = simulate(() => 0.5, undefined, undefined, db, sealing)
  ana = simulation.join('Ana')
  ben = simulation.join('Ben')
})
afterEach(() => simulation.close())

const run = ({ copy }: Person, command: Call['command'], args: object) => {
  const done = copy.run('tab', `call ${++calls}`, [{ command, args } as Call], 'undo.test')
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok
}

test('steps that are set aside are counted in a toast, whose file has their words, also after the copy was opened again', () => {
  simulation.cut(ana)
  run(ana, 'editAnswer', { ...place, changes: [{ from: 2, to: 2, insert: 'Levkoje ' }] })
  run(ana, 'createMemo', { ...place, start: 10, length: 7, content: 'Nelkenwurz' })
  run(ana, 'updateSource', { sourceId: 1, title: 'Skabiose' })
  const count = ana.copy.setAside(true)
  const notice: Notice = { kind: 'problem', problem: { kind: 'stepsSetAside', count } }
  const toast = messageOf(t, notice, project)
  expect(toast).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('3 steps of yours could not be sent'),
    action: { label: 'Download', onClick: saveFromToast },
  })
  const written = () => unsentPage(t, 'Study', setAsideOf(ana))
  const before = written()
  simulation.kill(ana)
  for (const page of [before, written()]) {
    for (const word of ['Levkoje', 'Nelkenwurz', 'Skabiose']) expect(page).toContain(word)
    expect(page).not.toContain(mark)
  }
})

test('where somebody has written in the same memo meanwhile, the toast names its source', () => {
  const [memoId] = run(ana, 'createMemo', { ...place, start: 2, length: 7, content: 'why?' })
  simulation.settle()
  simulation.cut(ben)
  run(ana, 'updateMemo', { memoId, content: 'why, of all things?' })
  run(ben, 'updateMemo', { memoId, content: 'why not?' })
  // Hers reach the room before his.
  simulation.send(ana)
  simulation.serve(ana)
  simulation.connect(ben)
  while (ben.wire?.down.length) simulation.arrive(ben)
  simulation.settle()
  expect(ben.meanwhile).toHaveLength(1)
  const { message } = othersMessage(t, ben.meanwhile[0] as OthersNotice, project)
  const ofPassword = othersMessage(t, { kind: 'newPassword', author: 'Ana' }, project)
  expect(ofPassword).toMatchObject({ kind: 'warning', message: expect.stringContaining('Ana has given this project') })
  expect(message).toContain('Rittersporn')
  expect(message).not.toContain(mark)
})
