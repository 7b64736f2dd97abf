/** The GraphQL schema of the wire, made from `src/model/schema.ts`: its text, and the scalars that the text only names. */
import {
  buildSchema,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import { operationNames } from '../../src/model/operations.ts'
import { type Table, tables } from '../../src/model/schema.ts'
import {
  batchArguments,
  typeName,
  type WireArguments,
  wireArguments,
  wireColumns,
  wireType,
} from '../../src/model/wireText.ts'
import { listQueries } from './listQueries.ts'

const fields = (types: WireArguments): string =>
  Object.entries(types)
    .map(([name, type]) => `${name}: ${type}`)
    .join(' ')

const rowFields = (table: Table): string =>
  wireColumns(table)
    .map((column) => `${column}: ${column === 'color' ? 'String' : wireType(table, column)}`)
    .join(' ')

function schemaText(): string {
  const rows = tables.map(
    (table) =>
      `type ${typeName(table)} { ${rowFields(table)} }\ninput ${typeName(table)}Columns { ${fields(batchArguments(table))} }`,
  )
  const mutations = [...operationNames.keys()].map((name) => `  ${name}(${fields(wireArguments(name))}): Key`)
  const lists = [...listQueries].map(([name, table]) => `  ${name}: [${typeName(table)}!]`)
  return `
"Names a row; -1 for none." scalar Id
"A whole number below 2^53." scalar Whole
scalar Json
"The key of the row that an operation made, changed or removed, or a list of the keys where it is about a list of rows; null for a row that is not there. Highlights that became one: the key of the one that is left." scalar Key
"author: the name that your rows bear; placed: { author, at } of a backup that was put in the place of the project."
type Opened { status: String client: Id epoch: String head: Whole name: String author: String snapshot: Boolean placed: Json protocol: Whole }
type Overlap { count: Whole }
type FoundQuirk { id: Id author: String highlights: [Id!] }
${rows.join('\n')}
type Query {
  ping: Boolean
  dbOpen(uuid: String!, name: String, client: Whole, epoch: String, since: Whole, protocol: Whole): Opened
${lists.join('\n')}
  highlightOverlapCount(quirkId1: Id!, quirkId2: Id!): [Overlap!]
  quirkQueryListWithHighlightsAndCriteria(fieldName: String!, operator: String!, value: Json, keyId: Id): [FoundQuirk!]
}
type Mutation {
${mutations.join('\n')}
}`
}

function whole(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new GraphQLError('expected a whole number below 2^53')
}

export function wireSchema(): GraphQLSchema {
  const schema = buildSchema(schemaText())
  const scalar = (name: string, coerce: (value: unknown) => unknown) => {
    const type = schema.getType(name) as GraphQLScalarType
    type.coerceInputValue = coerce
    type.coerceInputLiteral = (node) => coerce(valueFromASTUntyped(node as ValueNode))
    type.parseValue = coerce
  }
  scalar('Id', whole)
  scalar('Whole', whole)
  scalar('Json', (value) => value)
  return schema
}
