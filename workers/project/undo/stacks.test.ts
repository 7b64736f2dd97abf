import { describe, expect, it } from 'vitest'
import { simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import type { StepTitle } from '../../../src/model/history.ts'
import { isProblem, type Result } from '../../../src/model/problems.ts'
import { plainStep } from '../../../src/model/text/edit.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import type { Step } from '../api.ts'
import { pendingSteps } from '../pending/pending.ts'
import { setAsideFile } from '../setAside/setAside.ts'

const html = '<p>I trusted him until the letter came.</p>'
const good = <T>(result: Result<T>): T => {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}

const titleOf = (step: Step | null): StepTitle | null => {
  if (!step) return null
  const { id, ...title } = step
  expect(id).toBeGreaterThan(0)
  return title
}

function work() {
  const simulation = simulate(() => 0.5)
  const { copy } = simulation.join('Anna')
  const all = (calls: Call[], title: string) => good(copy.run('tab', '', calls, title))
  const run = (call: Call) => all([call], `undo.${call.command}`)[0]
  const sourceId = run({ command: 'createSource', args: { title: 'Interview', html } }) as number
  const place = { sourceId, questionId: 1 }
  const quirk = (title: string) => run({ command: 'createQuirk', args: { title } }) as number
  const highlight = (quirkId: number, start: number) =>
    run({ command: 'createHighlight', args: { ...place, quirkId, start, length: 2 } }) as number
  return { simulation, copy, all, run, place, quirk, highlight, title: () => titleOf(copy.history('tab').undo) }
}

describe('the commits of an editing session', () => {
  const type = ({ copy, run, place }: ReturnType<typeof work>, insert: string, session: string) => {
    const answer = copy.db.one<{ id: number; answer: string }>('SELECT id, answer FROM question_answers')
    const rich = readRich(answer?.answer ?? '')
    const end = rich.text.length
    const steps = [plainStep(rich, [{ from: end, to: end, insert }])]
    run({ command: 'editAnswerSteps', args: { ...place, steps, tick: copy.live.tick(answer?.id ?? 0), session } })
  }
  const text = ({ simulation }: ReturnType<typeof work>) =>
    simulation.roomDb.one<{ answer: string }>('SELECT answer FROM question_answers')?.answer

  it('are one step as long as they wait, taken back and done again together', () => {
    const at = work()
    const { simulation, copy } = at
    simulation.settle()
    for (const words of [' One', ' two', ' three.']) type(at, words, 'first')
    expect(pendingSteps(copy.db)).toHaveLength(1)
    simulation.settle()
    expect(text(at)).toContain('came. One two three.')
    type(at, ' Four', 'first')
    type(at, ' five.', 'first')
    copy.undo('tab')
    simulation.settle()
    expect(text(at)).toBe(html)
    copy.redo('tab')
    simulation.settle()
    expect(text(at)).toContain('came. One two three. Four five.')
    expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  })

  it('are steps of their own where something lies between them, the first is under way, or another session has begun', () => {
    const at = work()
    const { simulation, copy, quirk } = at
    simulation.settle()
    type(at, ' One', 'first')
    quirk('Trust')
    type(at, ' two', 'first')
    expect(pendingSteps(copy.db)).toHaveLength(3)
    copy.nextPush()
    type(at, ' three', 'first')
    expect(pendingSteps(copy.db)).toHaveLength(4)
    type(at, ' four', 'second')
    type(at, ' five'.repeat(5000), 'second')
    expect(pendingSteps(copy.db)).toHaveLength(6)
    simulation.settle()
    expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  })

  it('say what was typed in one, where it could not be sent', () => {
    const at = work()
    at.simulation.settle()
    for (const words of [' Wo', 'rds', ' cut']) type(at, words, 'first')
    at.copy.setAside(true)
    expect(JSON.parse(setAsideFile(at.copy.db))).toMatchObject([{ said: [{ op: 'edit', written: ['Words cut'] }] }])
    at.simulation.close()
  })
})

describe('the title of an undo step', () => {
  it('says what the step is about, by its title at that time', () => {
    const { run, quirk, title, simulation, place } = work()
    const trust = quirk(' Trust\n')
    expect(title()).toEqual({ key: 'undo.createQuirk', about: ['Trust'] })
    run({ command: 'moveQuirk', args: { quirkId: trust, x: 3, y: 4 } })
    const moved = title()
    expect(moved).toEqual({ key: 'undo.moveQuirk', about: ['Trust'] })
    run({ command: 'updateQuirk', args: { quirkId: trust, title: 'Faith' } })
    expect(title()).toEqual({ key: 'undo.updateQuirk', about: ['Faith'] })
    const letters = quirk('Letters')
    run({ command: 'mergeQuirks', args: { sourceQuirkId: letters, targetQuirkId: trust } })
    expect(title()).toEqual({ key: 'undo.mergeQuirks', about: ['Letters', 'Faith'] })
    run({ command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 1, insert: 'We' }] } })
    expect(title()).toEqual({ key: 'undo.editAnswer', about: ['Interview'] })
    run({ command: 'removeQuirk', args: { quirkId: trust } })
    expect(title()).toEqual({ key: 'undo.removeQuirk', about: ['Faith'] })
    simulation.close()
  })

  it('says which property a source was given, and what it has of it now', () => {
    const { run, title, simulation, place } = work()
    const { sourceId } = place
    const keyId = run({ command: 'createSourceProperty', args: { key: 'Role', values: ['nurse'] } }) as number
    const give = (values: string[]) => {
      run({ command: 'setSourceProperties', args: { cells: [{ sourceId, keyId, values }] } })
      return title()?.about
    }
    expect(give(['nurse'])).toEqual(['Interview', 'Role = nurse'])
    expect(give([])).toEqual(['Interview', 'Role'])
    const valueId = run({ command: 'createPropertyValue', args: { keyId, value: 'teacher' } }) as number
    run({ command: 'setSourceProperty', args: { sourceId, keyId, valueIds: [valueId] } })
    expect(title()).toEqual({ key: 'undo.setSourceProperty', about: ['Interview', 'Role = teacher'] })
    simulation.close()
  })

  it('counts where it is about many, and names nothing that has no title', () => {
    const { run, quirk, highlight, title, simulation, place } = work()
    const trust = quirk('')
    expect(title()).toEqual({ key: 'undo.createQuirk' })
    const ids = [highlight(trust, 0), highlight(trust, 4), highlight(trust, 9)]
    run({ command: 'updateQuirk', args: { quirkId: trust, title: 'Trust' } })
    run({ command: 'removeHighlights', args: { highlightIds: ids.slice(0, 2) } })
    expect(title()).toEqual({ key: 'undo.removeHighlights', count: 2 })
    run({ command: 'removeHighlights', args: { highlightIds: ids.slice(2) } })
    expect(title()).toEqual({ key: 'undo.removeHighlights', about: ['Trust'] })
    run({ command: 'removeSources', args: { sourceIds: [place.sourceId] } })
    expect(title()).toEqual({ key: 'undo.removeSources', about: ['Interview'] })
    simulation.close()
  })

  it('of a compound is its own, about what all its commands are about', () => {
    const { all, quirk, title, simulation } = work()
    const trust = quirk('Trust')
    const doubt = quirk('Doubt')
    const moves = (ids: number[]): Call[] =>
      ids.map((quirkId, x) => ({ command: 'moveQuirk', args: { quirkId, x, y: 9 } }))
    all([...moves([trust]), { command: 'setShortcutKey', args: { quirkId: trust, shortcutKey: 't' } }], 'undo.compound')
    expect(title()).toEqual({ key: 'undo.compound', about: ['Trust'] })
    all(
      [...moves([trust]), { command: 'tidyCanvas', args: { places: [{ quirkId: doubt, x: 1, y: 2 }] } }],
      'undo.compound',
    )
    expect(title()).toEqual({ key: 'undo.compound', about: ['Trust'] })
    all(moves([trust, doubt]).toReversed(), 'undo.compound')
    expect(title()).toEqual({ key: 'undo.compound' })
    simulation.close()
  })

  it('is kept by undo and redo, by a copy opened anew, and by a later change of what it names', () => {
    const { copy, run, quirk, title, simulation } = work()
    const trust = quirk('Trust')
    run({ command: 'moveQuirk', args: { quirkId: trust, x: 3, y: 4 } })
    const moved = { key: 'undo.moveQuirk', about: ['Trust'] }
    run({ command: 'updateQuirk', args: { quirkId: trust, title: 'Faith' } })
    copy.undo('tab')
    const { undo, redo } = copy.history('tab')
    expect([titleOf(undo), titleOf(redo)]).toEqual([moved, { key: 'undo.updateQuirk', about: ['Faith'] }])
    expect(redo?.id).toBeGreaterThan(undo?.id ?? 0)
    copy.undo('tab')
    expect(copy.history('tab').redo).toEqual(undo)
    copy.redo('tab')
    expect(title()).toEqual(moved)
    const stored = copy.db.all<{ title: string }>('SELECT title FROM _history ORDER BY id DESC LIMIT 1 OFFSET 1')
    expect(stored).toEqual([{ title: JSON.stringify(moved) }])
    simulation.close()
  })

  it('that an earlier version of the program has kept is its key', () => {
    const { copy, quirk, title, simulation } = work()
    quirk('Trust')
    copy.db.run(`UPDATE _history SET title = 'undo.createQuirk'`)
    expect(title()).toEqual({ key: 'undo.createQuirk' })
    expect(good(copy.undo('tab'))).toEqual({ leftAlone: false })
    expect(titleOf(copy.history('tab').redo)).toEqual({ key: 'undo.createQuirk' })
    simulation.close()
  })

  it('is cut where what it names has a long title', () => {
    const { quirk, title, simulation } = work()
    quirk('🌱'.repeat(100))
    expect(title()?.about).toEqual([`${'🌱'.repeat(59)}…`])
    simulation.close()
  })
})

describe('a tab that is opened anew', () => {
  it('goes on with the history of the one closed last, and with no other’s', () => {
    const { copy, quirk, simulation } = work()
    quirk('Trust')
    good(copy.run('closed', '', [{ command: 'createQuirk', args: { title: 'Doubt' } }], 'undo.createQuirk'))
    copy.takeUpHistory('new', ['tab', 'closed', 'new'])
    expect(copy.history('new').undo).toBeNull()
    copy.takeUpHistory('new', ['tab', 'new'])
    expect(titleOf(copy.history('new').undo)).toEqual({ key: 'undo.createQuirk', about: ['Doubt'] })
    expect(good(copy.undo('new'))).toEqual({ leftAlone: false })
    expect(titleOf(copy.history('tab').undo)).toEqual({ key: 'undo.createQuirk', about: ['Trust'] })
    copy.takeUpHistory('tab', ['new', 'tab'])
    expect(titleOf(copy.history('tab').undo)).toEqual({ key: 'undo.createQuirk', about: ['Trust'] })
    simulation.close()
  })
})

it('the room hears what undo calls a step, when it is taken back and done again too, and notes the passage that it was about', () => {
  const { simulation, copy, quirk, highlight } = work()
  highlight(quirk('Trust'), 2)
  for (const again of ['undo', 'redo'] as const) {
    simulation.settle()
    good(copy[again]('tab'))
  }
  simulation.settle()
  const steps = simulation.roomDb.all<{ parts: string }>('SELECT parts FROM _steps ORDER BY seq DESC LIMIT 3')
  const act = { key: 'undo.createHighlight', about: ['Trust'] }
  const shown = { color: expect.stringMatching(/^#/), passage: { words: 'tr', source: 'Interview' } }
  expect(steps.map(({ parts }) => JSON.parse(parts))).toEqual([
    { parts: expect.anything(), act: { ...act, way: 'redo' }, ...shown },
    { parts: expect.anything(), act: { ...act, way: 'undo' }, ...shown },
    { parts: expect.anything(), act, ...shown },
  ])
  simulation.close()
})
