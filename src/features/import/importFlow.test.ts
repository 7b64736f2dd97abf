import { describe, expect, test, vi } from 'vitest'
import type { ImportedProject, ImportedTable, ImportReader, TableChoice } from '../../data/files/importer.ts'
import type { Call } from '../../model/commands.ts'
import { isProblem, problem, type Result } from '../../model/problems.ts'
import { countsOf } from '../../model/projectRows.ts'
import { type ImportProgress, type ImportSteps, importFiles } from './importFlow.ts'

const file = (name: string, size = 1) => new File([new Uint8Array(size)], name)
const rows = new Blob(['{}'])
const counts = countsOf({})
const table: ImportedTable = { sheets: [], notes: [] }
const choice: TableChoice = { sheet: 0, roles: ['title'] }
const noted: ImportedProject['notes'] = [{ kind: 'rowsUntitled', file: 't.csv', count: 1 }]

function steps(more: Partial<ImportSteps> = {}, reading: Partial<ImportReader> = {}) {
  const calls: Call[] = []
  const titles: string[] = []
  const progress: (ImportProgress | 'storing' | null)[] = []
  const reader: ImportReader = {
    readSources: async ({ name }) => ({ ok: { sources: [{ title: name, html: '' }], notes: [] } }),
    readScan: async ({ name }) => ({ ok: { sources: [{ title: name, html: '' }], notes: [] } }),
    readProject: async () => ({ ok: { rows, counts, notes: [] } }),
    openTable: async () => ({ ok: table }),
    encodings: async () => [],
    wordsIn: async () => '',
    tableTitles: async () => '',
    tableSheet: async () => null,
    tableProject: async () => ({ ok: { rows, counts, notes: noted } }),
    end: () => {},
    ...reading,
  }
  const made: ImportSteps = {
    reader,
    onProgress: (at) => progress.push(at),
    chooseTable: async () => choice,
    chooseEncoding: async () => null,
    confirmProject: async () => true,
    textsThere: async (documents) => documents.map(() => false),
    addAgain: async () => false,
    keepSound: async () => ({ problem: { kind: 'cannotConnect' } }),
    store: async (asked, title): Promise<Result<unknown[]>> => {
      calls.push(...asked)
      titles.push(title)
      return {
        ok: asked.map((call, at) =>
          call.command === 'importSources'
            ? call.args.sources.map((_, number) => number + 1)
            : { sourceIds: [10 * at], added: { ...counts, sources: 1 }, joined: at },
        ),
      }
    },
    titlesOf: async (ids) => ids.map((id) => `title ${id}`),
    questionId: 7,
    ...more,
  }
  return { made, calls, titles, progress }
}

const run = async (files: File[], made: ImportSteps) => {
  const done = await importFiles(files, made)
  if (!done || isProblem(done)) throw new Error('nothing came of it')
  return done.ok
}

describe('an import', () => {
  test('a file that makes its reader fail keeps no other from being imported; each is called by its path, and keeps its folder', async () => {
    const within = (path: string) =>
      Object.defineProperty(file(path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path })
    const readSources: ImportReader['readSources'] = async ({ name }) => {
      if (name === 'bad.pdf') throw new RangeError('out of bounds')
      return { ok: { sources: [{ title: name, html: '' }], notes: [] } }
    }
    const { made, calls } = steps({}, { readSources })
    const { files } = await run([within('study/bad.pdf'), within('study/two/a.txt'), file('b.txt')], made)
    expect(files.map(({ file: path }) => path)).toEqual(['study/bad.pdf', 'study/two/a.txt', 'b.txt'])
    expect(files[0]?.result).toEqual({
      problem: { kind: 'conversionFailed', name: 'bad.pdf', detail: 'out of bounds' },
    })
    expect(calls).toMatchObject([
      {
        args: {
          sources: [{ title: 'a.txt', folder: 'study/two' }, { title: 'b.txt' }],
        },
      },
    ])
  })

  test('a text whose encoding is a mere guess is asked about, and read again as the person says', async () => {
    const readSources: ImportReader['readSources'] = async ({ name }, _, encoding) => ({
      ok: {
        sources: [{ title: encoding ?? name, html: '' }],
        notes: encoding
          ? []
          : [{ kind: 'encoding', file: name, encoding: 'KOI8-U', ...(name !== 'sure.txt' && { unclear: true }) }],
      },
    })
    const chooseEncoding = vi.fn(async ({ name }: File) => (name === 'kept.txt' ? null : 'Windows-1251'))
    const { made, calls } = steps({ chooseEncoding }, { readSources })
    await run([file('sure.txt'), file('kept.txt'), file('other.txt')], made)
    expect(chooseEncoding.mock.calls.map(([{ name }, ...guess]) => [name, ...guess])).toEqual([
      ['kept.txt', 'KOI8-U'],
      ['other.txt', 'KOI8-U'],
    ])
    expect(calls).toMatchObject([
      { args: { sources: [{ title: 'sure.txt' }, { title: 'kept.txt' }, { title: 'Windows-1251' }] } },
    ])
  })

  test('is one step of all that was read, documents first, each file reported in its place', async () => {
    const { made, calls, titles } = steps()
    const { files, sourceIds } = await run(
      [file('t.csv'), file('a.txt'), file('x.qdpx'), file('b.PDF'), file('c.exe')],
      made,
    )
    expect(calls).toEqual([
      {
        command: 'importSources',
        args: {
          sources: [
            { title: 'a.txt', html: '' },
            { title: 'b.PDF', html: '' },
          ],
          questionId: 7,
        },
        apart: true,
      },
      { command: 'importProject', args: { rows, title: 't.csv' }, apart: true },
      { command: 'importProject', args: { rows, title: 'x.qdpx' }, apart: true },
    ])
    expect(titles).toEqual(['undo.importFiles'])
    expect(sourceIds).toEqual([1, 2, 10, 20])
    expect(files.map(({ file }) => file)).toEqual(['t.csv', 'a.txt', 'x.qdpx', 'b.PDF', 'c.exe'])
    expect(files.map(({ result }) => result)).toMatchObject([
      { ok: { notes: noted, added: { joined: 1 } } },
      { ok: { notes: [{ kind: 'titleTaken', title: 'title 1' }], added: { counts: { sources: 1 } } } },
      { ok: { added: { joined: 2 } } },
      { ok: { notes: [{ kind: 'titleTaken', title: 'title 2' }] } },
      { problem: { kind: 'fileTypeNotSupported', name: 'c.exe' } },
    ])
  })

  test('a table that comes with documents is asked about when they are read, wherever it stands among them', async () => {
    const chooseTable = vi.fn(async () => choice)
    await run([file('a.csv'), file('Ana.docx'), file('Ben.docx')], steps({ chooseTable }).made)
    expect(chooseTable).toHaveBeenCalledWith('a.csv', table, expect.anything(), 'Ana.docx\nBen.docx\n')
  })

  test('of a table only what belongs to known sources, where that was chosen', async () => {
    const { made, calls } = steps({ chooseTable: async () => ({ ...choice, knownOnly: true }) })
    await run([file('t.csv')], made)
    expect(calls).toEqual([{ command: 'importProject', args: { rows, title: 't.csv', knownOnly: true }, apart: true }])
  })

  test('says which values took the place of others', async () => {
    const replaced = { count: 1, values: 'Ana: Age 24 → 56' }
    const store = async (): Promise<Result<unknown[]>> => ({
      ok: [{ sourceIds: [], added: counts, joined: 1, under: null, replaced }],
    })
    const { files } = await run([file('t.csv')], steps({ store }).made)
    expect(files).toMatchObject([{ result: { ok: { notes: [{ kind: 'valuesReplaced', ...replaced }, ...noted] } } }])
  })

  test.each([
    [['a.txt'], 'undo.importSources'],
    [['a.csv', 'b.png'], 'undo.importTable'],
    [['a.qdc'], 'undo.importProject'],
  ])('of %s is called %s', async (names, title) => {
    const { made, titles } = steps()
    await run(
      names.map((name) => file(name)),
      made,
    )
    expect(titles).toEqual([title])
  })

  test('a table or project that the person leaves out is not written, the others are', async () => {
    const { made, calls } = steps({ chooseTable: async () => null, confirmProject: async () => false })
    const { files } = await run([file('a.csv'), file('b.qdpx'), file('c.md')], made)
    expect(calls.map(({ command }) => command)).toEqual(['importSources'])
    expect(files.map(({ result }) => !isProblem(result) && result.ok.added === null)).toEqual([true, true, false])
  })

  test('documents that are there already are told before anything is written, and left out unless they are wanted again', async () => {
    const textsThere: ImportSteps['textsThere'] = async (documents) => documents.map(({ title }) => title === 'a.txt')
    const addAgain = vi.fn(async () => false)
    const { made, calls, progress } = steps({ textsThere, addAgain })
    const { files } = await run([file('a.txt'), file('b.txt')], made)
    expect(addAgain).toHaveBeenCalledExactlyOnceWith(['a.txt'])
    expect(progress.slice(-2)).toEqual([null, 'storing'])
    expect(calls).toMatchObject([{ args: { sources: [{ title: 'b.txt' }] } }])
    expect(files.map(({ result }) => !isProblem(result) && result.ok.added === null)).toEqual([true, false])
    addAgain.mockResolvedValue(true)
    await run([file('a.txt')], made)
    expect(calls[1]).toMatchObject({ args: { sources: [{ title: 'a.txt' }] } })
  })

  test('what cannot be read keeps nothing from being imported; where nothing is, nothing is stored', async () => {
    const bad = problem({ kind: 'conversionFailed', name: 'a.csv', detail: 'no' } as const)
    const { made, calls } = steps({}, { openTable: async () => bad })
    const { files } = await run([file('a.csv'), file('b.txt')], made)
    expect(files[0]?.result).toEqual(bad)
    expect(calls).toHaveLength(1)
    const store = vi.fn()
    await run([file('a.csv')], steps({ store }, { openTable: async () => bad }).made)
    expect(store).not.toHaveBeenCalled()
  })

  test('a project that storing refuses keeps no other file out; where all are refused, that is the problem', async () => {
    const bad = { kind: 'badRequest', detail: 'x' } as const
    const usual = steps().made.store
    const store: ImportSteps['store'] = async (calls, title) => {
      expect(calls.every(({ apart }) => apart)).toBe(true)
      const stored = await usual(calls, title)
      if (isProblem(stored)) return stored
      return {
        ok: stored.ok.map((result, at) => {
          const call = calls[at]
          return call?.command === 'importProject' && call.args.title === 'bad.qdpx' ? { refused: bad } : result
        }),
      }
    }
    const { made } = steps({ store })
    const { files, sourceIds } = await run([file('a.txt'), file('bad.qdpx'), file('good.qdpx'), file('t.csv')], made)
    expect(files.map(({ result }) => isProblem(result))).toEqual([false, true, false, false])
    expect(files[1]?.result).toEqual({ problem: bad })
    expect(files[2]?.result).toMatchObject({ ok: { added: { joined: 2 } } })
    expect(sourceIds).toEqual([1, 20, 30])
    expect(await importFiles([file('bad.qdpx')], made)).toEqual({ problem: bad })
  })

  test('that is ended writes nothing; a problem of the project is handed on', async () => {
    const store = vi.fn()
    expect(
      await importFiles([file('a.txt'), file('b.csv')], steps({ store }, { tableProject: async () => null }).made),
    ).toBeNull()
    expect(store).not.toHaveBeenCalled()
    const refused = problem({ kind: 'readOnly' } as const)
    expect(await importFiles([file('a.txt')], steps({ store: async () => refused }).made)).toEqual(refused)
  })

  test('tells how far it is by the sizes of the files, nothing while it asks', async () => {
    const openTable: ImportReader['openTable'] = async (_, report) => {
      report(1)
      return { ok: table }
    }
    const { made, progress } = steps({}, { openTable })
    await run([file('a.txt', 30), file('b.csv', 10)], made)
    expect(progress).toEqual([
      { file: 'a.txt', share: 0 },
      { file: 'b.csv', share: 0.75 },
      { file: 'b.csv', share: 0.875 },
      null,
      { file: 'b.csv', share: 0.875 },
      'storing',
    ])
  })

  test('the sound of a project’s recordings is kept before its rows are there, and what could not be is told', async () => {
    const sounds = ['a', 'b'].map((hash) => ({ hash, bytes: new Blob([hash]) }))
    const { made, calls } = steps(
      {
        keepSound: async (sound) =>
          (await sound.text()) === 'a' ? { ok: 'sealed' } : { problem: { kind: 'cannotConnect' } },
      },
      { readProject: async () => ({ ok: { rows, counts, notes: [], sounds } }) },
    )
    const { files } = await run([file('a.qdpx')], made)
    expect(calls).toMatchObject([{ command: 'importProject', args: { sounds: { a: 'sealed' } } }])
    expect(files[0]?.result).toMatchObject({ ok: { notes: [{ kind: 'soundsNotKept', count: 1 }] } })
  })
})
