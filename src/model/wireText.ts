/**
 * The text of a mutation for a list of operations, and what each operation's arguments are called and hold: the one
 * description from which the client writes its text and the server makes its GraphQL schema.
 *
 * Promises: the text depends only on the operations' names and on which arguments they carry; all values are variables.
 */
import { type Operation, type OperationKind, operationNames } from './operations.ts'
import { columnsOf, isHungOn, keyOf, spec, type Table } from './schema.ts'

/** GraphQL types by argument name, as `Id`, `[Id!]!` or `QuirkColumns!`. */
export type WireArguments = Readonly<Record<string, string>>

/** Id: names a row, 1 to 2^53 - 1, or -1 for none. Whole: any other whole number below 2^53. Both without a fraction. */
export function wireType(table: Table, column: string): 'Id' | 'Whole' | 'String' {
  if (spec(table).columns[column] === 'text') return 'String'
  return column === 'id' || column.endsWith('Id') ? 'Id' : 'Whole'
}

/** quirk → Quirk, as in `QuirkColumns`. */
export const typeName = (table: Table): string => {
  const { operation } = spec(table)
  return (operation[0] as string).toUpperCase() + operation.slice(1)
}

/** The columns that a row may be sent with. A highlight's colour is its quirk's: taken, since API clients send it, and left. */
export const wireColumns = (table: Table): string[] => [
  ...columnsOf(table),
  ...(table === 'highlights' ? ['color'] : []),
]

const columnType = (table: Table, column: string) => (column === 'color' ? 'String' : wireType(table, column))

/** The columns of a batch: one array each. */
export const batchArguments = (table: Table): WireArguments =>
  Object.fromEntries(wireColumns(table).map((column) => [column, `[${columnType(table, column)}!]`]))

const careful = (table: Table): WireArguments => (isHungOn(table) ? { careful: 'Boolean' } : {})

const argumentsOf: Readonly<Record<OperationKind, (table: Table) => WireArguments>> = {
  CreateOrUpdate: (table) => ({
    ...Object.fromEntries(wireColumns(table).map((column) => [column, columnType(table, column)])),
    ...(table === 'question_answers' && { edit: '[Json!]' }),
    create: 'Boolean',
  }),
  Remove: (table) => {
    if (table === 'group_quirks') return { id: 'Id', groupId: 'Id' }
    return {
      [keyOf(table)]: `${wireType(table, keyOf(table))}!`,
      ...(table === 'quirks' && { into: 'Id' }),
      ...careful(table),
    }
  },
  BatchCreateOrUpdate: (table) => ({ columns: `${typeName(table)}Columns!`, create: 'Boolean' }),
  BatchRemove: (table) => ({ ids: `[${wireType(table, keyOf(table))}!]!`, ...careful(table) }),
}

const known = new Map<string, WireArguments>()

/** Throws RangeError for an unknown operation. */
export function wireArguments(name: string): WireArguments {
  const before = known.get(name)
  if (before) return before
  const operation = operationNames.get(name)
  if (!operation) throw new RangeError(`unknown operation ${name}`)
  const types = argumentsOf[operation.kind](operation.table)
  known.set(name, types)
  return types
}

/** One mutation with the operations in their order; `$a1_title` is the argument `title` of the second. */
export function mutationText(operations: readonly Operation[]): { query: string; variables: Record<string, unknown> } {
  const declared: string[] = []
  const fields: string[] = []
  const variables: Record<string, unknown> = {}
  for (const [i, { name, args }] of operations.entries()) {
    const types = wireArguments(name)
    const given = Object.keys(args).filter((argument) => args[argument] !== undefined)
    for (const argument of given) {
      const type = types[argument]
      if (!type) throw new RangeError(`${name} has no argument ${argument}`)
      declared.push(`$a${i}_${argument}: ${type}`)
      variables[`a${i}_${argument}`] = args[argument]
    }
    fields.push(`a${i}: ${name}(${given.map((argument) => `${argument}: $a${i}_${argument}`).join(', ')})`)
  }
  return { query: `mutation (${declared.join(', ')}) { ${fields.join(' ')} }`, variables }
}
