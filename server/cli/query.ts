/** `thicket query`: one question to the whole project, answered by the kernels that answer it on the page. */
import { attempt, type Problem } from '../../src/model/problems.ts'
import type { QuoteOrder } from '../../src/model/queries.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openKernels } from '../../wasm/kernels/kernels.ts'
import { readyForKernels } from '../../wasm/kernels/readyForKernels.ts'
import { readProject } from '../working/openToRead.ts'
import { command, type Given } from './command.ts'
import { printAll } from './output.ts'
import { passwordOf, passwordOption, readingProtected } from './password.ts'
import { type Asked, checkIds, type Question, questions } from './questions.ts'

const further = {
  quirk: { type: 'string' },
  source: { type: 'string' },
  order: { type: 'string' },
  descending: { type: 'boolean' },
  offset: { type: 'string' },
  limit: { type: 'string' },
  containing: { type: 'string' },
  titles: { type: 'boolean' },
} as const
const orders: readonly QuoteOrder[] = ['place', 'quirk', 'author', 'date', 'length']
const every = Object.entries(questions)

const usageLine = ([name, { usage }]: [string, Question]): string =>
  `  ${`--${name} ${usage[0]}`.padEnd(30)}  ${usage[1]}`
const protectedLine = `  ${'--password-file <file>'.padEnd(30)}  of a protected project, where it is not asked for`

export const spec = {
  usage: ['query <project.qrk> <one question>', ...every.map(usageLine), protectedLine].join('\n'),
  options: {
    ...Object.fromEntries(every.map(([name, { given }]) => [name, { type: given ? 'string' : 'boolean' } as const])),
    ...further,
    ...passwordOption,
  },
  words: { least: 1, most: Number.POSITIVE_INFINITY },
}

/** The answer is printed while the project is open. */
export async function query(
  given: Omit<Given, 'lists'>,
  print: (pieces: Iterable<string>) => Promise<void>,
): Promise<{ problem: Problem } | { wrong: string } | number> {
  const understood = questionOf(given)
  if ('wrong' in understood) return understood
  const { question, asked } = understood
  const answered = async (db: Db) => {
    const module = await loadKernels()
    const answer = attempt(() => {
      checkIds(db, asked)
      readyForKernels(db, { texts: question.readsTexts ?? asked.containing !== '' })
      return question.answer(openKernels(module, db), db, asked)
    })
    if ('problem' in answer) return answer
    await print(answer.ok)
    return 0
  }
  const done = await readProject(
    given.words[0] ?? '',
    given.folder,
    answered,
    readingProtected(() => passwordOf(given)),
  )
  return 'problem' in done ? done : done.ok
}

export const main = command(spec, (given) => query(given, printAll))

/** What the arguments ask, or what is wrong with them. */
function questionOf({
  words,
  options,
}: Omit<Given, 'lists'>): { question: Question; asked: Asked } | { wrong: string } {
  const [[name, question] = [], ...others] = every.filter(([each]) => options[each] !== undefined)
  if (name === undefined || !question || others.length > 0) return { wrong: 'one question is expected' }
  const value = String(options[name])
  const more = words.slice(1)
  const quirkIds = numbers(question.given === 'quirks' ? [value, ...more].join(',') : options.quirk)
  const sourceIds = numbers(options.source)
  const [offset = 0, ...offsets] = numbers(options.offset) ?? [0, 0]
  const [limit = Number.MAX_SAFE_INTEGER, ...limits] = numbers(options.limit) ?? [0, 0]
  const order = orders.find((known) => known === (options.order ?? 'place'))

  const alien = Object.keys(further).find((each) => options[each] !== undefined && !question.takes?.includes(each))
  if (alien !== undefined) return { wrong: `--${name} takes no --${alien}` }
  if (question.given !== 'quirks' && more.length > 0) return { wrong: `--${name} leaves nothing to do for ${more[0]}` }
  if (!quirkIds || !sourceIds) return { wrong: 'quirks and sources are given by their ids' }
  if (offsets.length > 0 || limits.length > 0) return { wrong: '--offset and --limit take a whole number' }
  if (!order) return { wrong: `--order takes ${orders.join(', ')}` }
  const flags = { descending: options.descending === true, titles: options.titles === true }
  const containing = String(options.containing ?? '')
  const asked = { text: value, containing, quirkIds, sourceIds, order, offset, limit, ...flags }
  const wrong = question.wrong?.(asked)
  return wrong === undefined ? { question, asked } : { wrong }
}

/** Whole numbers set apart by commas; null where there is something else. */
function numbers(list: string | boolean | undefined): number[] | null {
  if (list === undefined) return []
  const found = String(list).split(',')
  return found.every((each) => /^\d+$/.test(each) && Number.isSafeInteger(Number(each))) ? found.map(Number) : null
}
