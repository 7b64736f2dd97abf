import { describe, expect, it } from 'vitest'
import { changesOf, type Operation, operationNames, operationsOf } from '../../src/model/operations.ts'
import { columnsOf, keyOf, schema, spec, tables } from '../../src/model/schema.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { bounds, parseRequest } from './graphql.ts'

const rowOf = (table: (typeof tables)[number], n: number) =>
  Object.fromEntries(
    columnsOf(table).map((column) => [
      column,
      spec(table).columns[column] === 'int' ? n : `${column} ${n} "\\ü\u{1F600}`,
    ]),
  )

const detailOf = (text: string, variables = {}) => {
  const result = parseRequest(text, variables)
  return 'problem' in result && result.problem.kind === 'badRequest'
    ? result.problem.detail
    : `taken: ${JSON.stringify(result)}`
}

describe('mutationText and parseRequest', () => {
  const roundTrip = (operations: Operation[]) => {
    const { query, variables } = mutationText(operations)
    const result = parseRequest(query, JSON.parse(JSON.stringify(variables)))
    expect(result).toEqual({ ok: { kind: 'mutation', operations, keys: operations.map((_, i) => `a${i}`) } })
  }

  for (const table of tables) {
    const key = keyOf(table)
    it(`say every operation of ${table} alike`, () => {
      const inserts = [1, 2, 3].map((n) => ({
        op: 'insert' as const,
        table,
        id: rowOf(table, n)[key] as number,
        row: rowOf(table, n),
      }))
      const removes = inserts.map(({ id }) => ({ op: 'remove' as const, table, id }))
      const column = columnsOf(table).find((name) => name !== key) as string
      const update = {
        op: 'update' as const,
        table,
        id: inserts[0]?.id as number,
        set: { [column]: inserts[0]?.row[column] as number },
      }
      const lists = [
        inserts,
        inserts.slice(1, 2),
        removes,
        removes.slice(2),
        [update],
        [update, { ...update, id: inserts[1]?.id as number }],
      ]
      const operations = lists.flatMap((changes) => operationsOf(changes))
      expect(new Set(operations.map(({ name }) => name)).size).toBe(4)
      roundTrip(operations)
      for (const changes of lists) expect(changesOf(operationsOf(changes))).toHaveLength(changes.length)
    })
  }

  it('carry the position map of a text edit', () => {
    const steps = [{ type: 'mark' as const, tag: 'b' as const, from: 2, to: 9, on: true }]
    roundTrip(operationsOf([{ op: 'edit', answerId: 5, sourceId: 2, questionId: 1, steps }]))
  })

  it('have the same text for the same operations with other values', () => {
    const text = (id: number) => mutationText([{ name: 'highlightRemove', args: { id } }]).query
    expect(text(1)).toBe(text(2))
  })

  it('refuse an operation and an argument that there is not', () => {
    expect(() => mutationText([{ name: 'quirkDrop', args: {} }])).toThrow(RangeError)
    expect(() => mutationText([{ name: 'quirkRemove', args: { id: 1, force: true } }])).toThrow(RangeError)
  })
})

describe('parseRequest', () => {
  it('1 §7: knows CreateOrUpdate and Remove of every entity under its name, with literal arguments', () => {
    for (const name of operationNames.keys()) expect(detailOf(`mutation { ${name}(nothing: 1) }`)).toContain(name)
    expect(
      parseRequest(
        'mutation { quirkCreateOrUpdate(title: "Trust", parentQuirkId: -1, id: 9007199254740991) preferenceRemove(key: "k") }',
      ),
    ).toEqual({
      ok: {
        kind: 'mutation',
        operations: [
          { name: 'quirkCreateOrUpdate', args: { id: 9007199254740991, title: 'Trust', parentQuirkId: -1 } },
          { name: 'preferenceRemove', args: { key: 'k' } },
        ],
        keys: ['quirkCreateOrUpdate', 'preferenceRemove'],
      },
    })
  })

  it('1 §7: knows the list queries, whole or by column', () => {
    const names = [
      'quirk',
      'source',
      'question',
      'questionAnswer',
      'highlight',
      'memo',
      'chatMessage',
      'group',
      'groupQuirk',
      'sourceMetadataKey',
      'sourceMetadataValue',
      'sourceMetadata',
      'preference',
      'quirkShortcutKey',
      'recording',
      'transcript',
    ]
    expect(names).toHaveLength(Object.keys(schema).length)
    const result = parseRequest(
      `{ ${names.map((name) => (name === 'highlight' ? 'ping' : `${name}QueryList`)).join(' ')} colours: highlightQueryList { id color } }`,
    )
    expect('ok' in result && result.ok.kind === 'query' && result.ok.fields.at(-1)).toEqual({
      key: 'colours',
      name: 'highlightQueryList',
      args: {},
      columns: ['id', 'color'],
    })
    expect(
      parseRequest(
        '{ highlightOverlapCount(quirkId1: 1, quirkId2: 2) quirkQueryListWithHighlightsAndCriteria(fieldName: "group", operator: "=", value: "A") }',
      ),
    ).toHaveProperty('ok')
  })

  it('leaves the colour of a highlight to its quirk, and takes null for nothing', () => {
    expect(parseRequest('mutation { highlightCreateOrUpdate(id: 1, color: "#fff", author: null) }')).toHaveProperty(
      'ok.operations.0.args',
      { id: 1 },
    )
  })

  it('removes a group’s links by the group', () => {
    expect(parseRequest('mutation { groupQuirkRemove(groupId: 4) }')).toHaveProperty('ok.operations.0.args', {
      groupId: 4,
    })
    expect(detailOf('mutation { groupQuirkRemove }')).toContain('id or groupId')
    expect(detailOf('mutation { groupQuirkRemove(id: 1, groupId: 4) }')).toContain('id or groupId')
  })

  it.each([
    ['an unknown field', '{ users }', 'users'],
    ['an unknown argument', 'mutation { quirkRemove(id: 1, cascade: true) }', 'cascade'],
    ['a number with a fraction', 'mutation { quirkRemove(id: 1.5) }', 'whole number'],
    ['a number above 2^53', 'mutation { quirkRemove(id: 9007199254740993) }', 'whole number'],
    ['a text for a number', 'mutation { quirkRemove(id: "1") }', 'whole number'],
    ['a missing argument', 'mutation { quirkRemove }', 'id'],
    ['introspection', '{ __schema { types { name } } }', '__schema'],
    ['fragments', '{ ...f } fragment f on Query { ping }', 'one query or mutation'],
    ['directives', '{ ping @include(if: true) }', 'directives'],
    ['two operations', 'query a { ping } query b { ping }', 'one query or mutation'],
    ['a subscription', 'subscription { ping }', 'subscription'],
    ['two fields of one name', '{ ping ping }', 'alias'],
    ['broken text', 'mutation { quirkRemove(', 'Syntax'],
    ['an undefined variable', 'mutation { quirkRemove(id: $id) }', 'id'],
    ['nothing', '', 'Syntax'],
  ])('refuses %s', (_, text, why) => expect(detailOf(text)).toContain(why))

  it('refuses variables that do not fit', () => {
    expect(detailOf('mutation ($id: Id!) { quirkRemove(id: $id) }', { id: null })).toContain('$id')
    expect(detailOf('mutation ($ids: [Id!]!) { quirkBatchRemove(ids: $ids) }', { ids: [1, null] })).toContain('$ids')
    expect(
      detailOf('mutation ($c: QuirkColumns!) { quirkBatchCreateOrUpdate(columns: $c) }', { c: { id: [1], size: [2] } }),
    ).toContain('size')
  })

  it('refuses columns of different lengths, and rows without keys', () => {
    const batch = (columns: string) => detailOf(`mutation { quirkBatchCreateOrUpdate(columns: { ${columns} }) }`)
    expect(batch('id: [1, 2, 3], x: [1, 2]')).toContain('2 values of x for 3 rows')
    expect(batch('title: ["a"]')).toContain('needs the column id')
    expect(batch('id: [], title: []')).toContain('needs the column id')
    expect(batch('id: [1, 2], x: [5], y: [1, 2]')).toContain('taken')
  })

  it('refuses what would cost without end: fields within fields, one list under many names, lists in a list', () => {
    const deep = (n: number) => `{ ${'quirkQueryList { id '.repeat(n)} ${'}'.repeat(n)} }`
    for (const n of [2, 3, 100, 20_000]) expect(detailOf(deep(n)), `${n} deep`).not.toContain('taken: ')
    expect(detailOf('{ a: highlightQueryList b: highlightQueryList { id } }')).toContain('twice')
    const counts = (n: number) =>
      `{ ${Array.from({ length: n }, (_, i) => `a${i}: highlightOverlapCount(quirkId1: 1, quirkId2: ${i})`).join(' ')} }`
    expect(detailOf(counts(bounds.query.fields))).toContain('taken: ')
    expect(detailOf(counts(bounds.query.fields + 1))).toContain('more than')
    expect(detailOf(`{ quirkQueryList(${'a: ['.repeat(20_000)}1${']'.repeat(20_000)}) }`)).not.toContain('taken: ')
  })

  it('refuses before it looks closer: variables that nothing takes, columns named again and again, endless depth', () => {
    const variables = Array.from({ length: 20_000 }, (_, i) => `$v${i}: Id`).join(' ')
    expect(detailOf(`query (${variables}) { ping }`)).toContain('more than 2000 tokens')
    expect(detailOf(`mutation (${variables}) { quirkRemove(id: 1) }`)).toContain('more variables than')
    expect(detailOf(`{ quirkQueryList { ${'id '.repeat(300_000)} } }`)).toContain('more than 2000 tokens')
    expect(detailOf(`query ($v: ${'['.repeat(30)}Id${']'.repeat(30)}) { ping }`)).toContain('more than 20 deep')
    // A text that is long because of a comment, or of what stands in quotes, is none of these.
    expect(detailOf(`{ ping #${'{'.repeat(5000)}\n }`)).toContain('taken: ')
    expect(detailOf(`mutation { quirkRemove(id: "${'[$'.repeat(5000)}") }`)).toContain('whole number')
  })

  it('takes thousands of fields and refuses more than its bound', () => {
    const text = (count: number) =>
      `mutation { ${Array.from({ length: count }, (_, i) => `a${i}: quirkRemove(id: ${i + 1})`).join(' ')} }`
    const edits = Array.from({ length: bounds.mutation.fields }, (_, i) => ({
      name: 'answerCreateOrUpdate',
      args: { id: i + 1, sourceId: i + 1, questionId: 1, edit: [] },
    }))
    const { query, variables } = mutationText(edits)
    expect(parseRequest(query, variables)).toHaveProperty('ok.operations.length', bounds.mutation.fields)
    expect(detailOf(text(bounds.mutation.fields + 1))).toContain('more than')
    expect(detailOf(`{ ping #${'x'.repeat(bounds.text)}\n }`)).toContain('longer')
  })
})
