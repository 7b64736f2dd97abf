/**
 * Reads the wire's GraphQL-style text: parsed, validated against the schema and with its variables coerced, it becomes the
 * operations of one step or the fields of a query. Nothing is executed here.
 *
 * Promises: what it returns has the argument names and types of the schema, and no nulls; a text is parsed once and kept.
 */
import {
  type DocumentNode,
  type FieldNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  getArgumentValues,
  getVariableValues,
  Kind,
  KnownArgumentNamesRule,
  KnownOperationTypesRule,
  KnownTypeNamesRule,
  Lexer,
  NoUndefinedVariablesRule,
  type OperationDefinitionNode,
  ProvidedRequiredArgumentsRule,
  parse,
  Source,
  TokenKind,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql'
import { type Columns, type Operation, operationNames } from '../../src/model/operations.ts'
import { problem, type Result } from '../../src/model/problems.ts'
import { keyOf as keyColumn } from '../../src/model/schema.ts'
import { wireArguments } from '../../src/model/wireText.ts'
import { wireSchema } from './wireSchema.ts'

export interface QueryField {
  /** The name it has in the answer: the alias, or the field's. */
  key: string
  name: string
  args: Record<string, unknown>
  /** The columns asked for; all where there is no selection. */
  columns: string[] | null
}
export type WireRequest =
  | { kind: 'mutation'; operations: Operation[]; keys: string[] }
  | { kind: 'query'; fields: QueryField[] }

/**
 * Bounds of one text: characters, what lies one in the other, tokens and fields. A mutation of 10,000 edits of texts, the largest that the page
 * sends, has 2.4 million characters and 400,000 tokens. Fields lie one in the other at most twice.
 */
export const bounds = {
  text: 4 * 1024 * 1024,
  depth: 20,
  mutation: { tokens: 1_000_000, fields: 10_000 },
  query: { tokens: 2000, fields: 20 },
} as const
/** The most arguments that one field takes, and so the most variables that a text can need for each. */
const widest = Math.max(...[...operationNames.keys()].map((name) => Object.keys(wireArguments(name)).length))

const schema = wireSchema()
// Without those about fragments and directives, which are not taken, and the one that asks for a selection, which may be left
// out: all rules together take three times as long (2,000 fields: 0.8 s the first time).
const rules = [
  KnownOperationTypesRule,
  FieldsOnCorrectTypeRule,
  KnownTypeNamesRule,
  VariablesAreInputTypesRule,
  UniqueVariableNamesRule,
  NoUndefinedVariablesRule,
  VariablesInAllowedPositionRule,
  KnownArgumentNamesRule,
  UniqueArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  UniqueInputFieldNamesRule,
  ValuesOfCorrectTypeRule,
]

export function parseRequest(text: string, variables: Record<string, unknown> = {}): Result<WireRequest> {
  try {
    const definition = operationOf(text)
    const coerced = getVariableValues(schema, definition.variableDefinitions ?? [], variables, {
      maxErrors: 1,
      hideSuggestions: true,
    })
    if (coerced.errors) throw coerced.errors[0]
    const type = schema.getRootType(definition.operation)
    const selected = (definition.selectionSet.selections as FieldNode[]).map((node) => {
      const field = type?.getFields()[node.name.value]
      if (!field) throw new GraphQLError(`there is no ${node.name.value}`)
      return { node, args: plain(getArgumentValues(field, node, coerced.variableValues)) }
    })
    if (definition.operation === 'mutation') {
      const operations = selected.map(({ node, args }) => operation(node.name.value, args))
      return { ok: { kind: 'mutation', operations, keys: selected.map(({ node }) => keyOf(node)) } }
    }
    const fields = selected.map(({ node, args }) => ({
      key: keyOf(node),
      name: node.name.value,
      args,
      columns: columnsOf(node),
    }))
    return { ok: { kind: 'query', fields } }
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError)
      return problem({ kind: 'badRequest', detail: error.message.slice(0, 500) })
    throw error
  }
}

function operation(name: string, args: Record<string, unknown>): Operation {
  if (args.columns) checkColumns(name, args.columns as Columns)
  if (name === 'groupQuirkRemove' && Object.keys(args).length !== 1)
    throw new GraphQLError('groupQuirkRemove takes id or groupId')
  if (operationNames.get(name)?.table === 'highlights') {
    delete args.color
    delete (args.columns as Columns | undefined)?.color
  }
  return { name, args }
}

/** Each column is as long as the keys, or of one value that all rows share. */
function checkColumns(name: string, columns: Columns): void {
  const key = keyColumn(operationNames.get(name)!.table)
  const count = columns[key]?.length
  if (!count) throw new GraphQLError(`${name} needs the column ${key}`)
  for (const [column, { length }] of Object.entries(columns))
    if (length !== count && length !== 1)
      throw new GraphQLError(`${name}: ${length} values of ${column} for ${count} rows`)
}

const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value
const columnsOf = (node: FieldNode): string[] | null =>
  node.selectionSet ? (node.selectionSet.selections as FieldNode[]).map((inner) => inner.name.value) : null

/** The library's maps have no prototype, which structured cloning and comparing would see; an argument of null is none. */
function plain(args: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, name === 'columns' ? plain(value as Record<string, unknown>) : value]),
  )
}

const documents = new Map<string, OperationDefinitionNode>()
const mostKept = { count: 500, characters: 4 * 1024 * 1024 } as const
let keptCharacters = 0

/** Whether the text has been read before, so that it costs next to nothing to read it again. */
export const isKnown = (text: string): boolean => documents.has(text)

function operationOf(text: string): OperationDefinitionNode {
  const kept = documents.get(text)
  if (kept) {
    documents.delete(text)
    documents.set(text, kept)
    return kept
  }
  if (text.length > bounds.text) throw new GraphQLError(`the text is longer than ${bounds.text} characters`)
  measure(text)
  const definition = check(parse(text, { noLocation: true }))
  keep(text, definition)
  return definition
}

const opens: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closes: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** Before anything is made of it, which costs ten times as much as to count. */
function measure(text: string): void {
  const lexer = new Lexer(new Source(text))
  let token = lexer.advance()
  const { tokens } = bounds[token.value === 'mutation' ? 'mutation' : 'query']
  let depth = 0
  for (let count = 1; token.kind !== TokenKind.EOF; count += 1) {
    if (count > tokens) throw new GraphQLError(`more than ${tokens} tokens`)
    if (opens.has(token.kind)) depth += 1
    else if (closes.has(token.kind)) depth -= 1
    if (depth > bounds.depth) throw new GraphQLError(`more than ${bounds.depth} deep`)
    token = lexer.advance()
  }
}

function keep(text: string, definition: OperationDefinitionNode): void {
  if (text.length > mostKept.characters / 8) return
  documents.set(text, definition)
  keptCharacters += text.length
  for (const oldest of documents.keys()) {
    if (documents.size <= mostKept.count && keptCharacters <= mostKept.characters) return
    documents.delete(oldest)
    keptCharacters -= oldest.length
  }
}

function check(document: DocumentNode): OperationDefinitionNode {
  const [definition] = document.definitions
  if (!definition || document.definitions.length > 1 || definition.kind !== Kind.OPERATION_DEFINITION)
    throw new GraphQLError('expected one query or mutation')
  const { selections } = definition.selectionSet
  const { fields } = bounds[definition.operation === 'mutation' ? 'mutation' : 'query']
  if (selections.length > fields) throw new GraphQLError(`more than ${fields} fields`)
  if ((definition.variableDefinitions?.length ?? 0) > widest * selections.length)
    throw new GraphQLError('more variables than its fields have arguments')
  const keys = new Set<string>()
  const whole = new Set<string>()
  for (const node of selections) {
    checkField(node, 0)
    const key = keyOf(node as FieldNode)
    if (keys.has(key)) throw new GraphQLError(`two fields are called ${key}: give one an alias`)
    keys.add(key)
    // Each is a whole table: under several names one text would cost memory without end.
    const { name, arguments: given = [] } = node as FieldNode
    if (definition.operation !== 'query' || given.length > 0) continue
    if (whole.has(name.value)) throw new GraphQLError(`${name.value} is asked for twice`)
    whole.add(name.value)
  }
  const [error] = validate(schema, document, rules, { maxErrors: 1, hideSuggestions: true })
  if (error) throw error
  return definition
}

function checkField(node: OperationDefinitionNode['selectionSet']['selections'][number], depth: number): void {
  if (node.kind !== Kind.FIELD) throw new GraphQLError('fragments are not taken')
  if (node.name.value.startsWith('__')) throw new GraphQLError(`${node.name.value} is not taken`)
  if (node.directives && node.directives.length > 0) throw new GraphQLError('directives are not taken')
  if (depth > 0 && (node.alias || node.selectionSet)) throw new GraphQLError('columns are taken by their names')
  for (const inner of node.selectionSet?.selections ?? []) checkField(inner, depth + 1)
}
