/** `openapi.json` as a program reads it: which answers a call may have, and whether one is as it says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Record<string, unknown>
interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  enum?: unknown[]
  const?: unknown
  not?: object
  pattern?: string
  minimum?: number
  maximum?: number
}
interface Answer {
  $ref?: string
  content?: Record<string, { schema?: Schema }>
}
interface Described {
  responses: Record<string, Answer>
}
interface Published {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

const published = JSON.parse(readFileSync(join(import.meta.dirname, '../api/openapi.json'), 'utf8')) as Published

/** All calls, as `GET /path/{name}`. */
const described: ReadonlyMap<string, Described> = new Map(
  Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
  ),
)

const nameIn = (ref: string): string => ref.split('/').at(-1) as string
const resolved = (answer: Answer | undefined): Answer | undefined =>
  answer?.$ref ? published.components.responses[nameIn(answer.$ref)] : answer

/** What is wrong with an answer, in words; empty: it is as the page says. `body`: parsed, where it is JSON. */
export function wrongAnswer(call: string, status: number, type: string, body: unknown): string[] {
  const content = resolved(described.get(call)?.responses[status])?.content
  if (!content) return [`${call} answers ${status}, which is not described`]
  const [plain = ''] = type.split(';')
  // A file is described by what it is; its own type is in its head.
  if (!('application/json' in content))
    return plain === 'application/json' && !isBinary(content) ? ['JSON is not described'] : []
  if (plain !== 'application/json') return [`${call} ${status} is ${plain}`]
  return wrong(content['application/json']?.schema ?? {}, body)
}

const isBinary = (content: object): boolean => 'application/octet-stream' in content

/** Where a value is not as the schema has it. */
function wrong(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.$ref) return wrong(published.components.schemas[nameIn(schema.$ref)] ?? {}, value, at)
  if (schema.anyOf)
    return schema.anyOf.some((one) => wrong(one, value, at).length === 0) ? [] : [`${at} is none of the choices`]
  if (schema.not) return [`${at} is there`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)}`]
  if ('const' in schema && schema.const !== value) return [`${at}: ${JSON.stringify(value)}`]
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOf(type, value)))
    return [`${at} is no ${schema.type}`]
  if (typeof value === 'string' && schema.pattern && !new RegExp(schema.pattern).test(value)) return [`${at}: ${value}`]
  if (typeof value === 'number' && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value)))
    return [`${at}: ${value}`]
  if (Array.isArray(value)) return value.flatMap((item, i) => wrong(schema.items ?? {}, item, `${at}/${i}`))
  return typeof value === 'object' && value !== null ? wrongMembers(schema, value, at) : []
}

function wrongMembers(
  { properties, required = [], additionalProperties, propertyNames }: Schema,
  value: object,
  at: string,
) {
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}/${name} is missing`)
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const known = properties?.[name]
    if (known) return wrong(known, member, `${at}/${name}`)
    // Whatever is not described is not published.
    if (additionalProperties === undefined || additionalProperties === false)
      return properties ? [`${at}/${name} is not described`] : []
    const named = propertyNames ? wrong(propertyNames, name, `${at}/${name}`) : []
    return [...named, ...(additionalProperties === true ? [] : wrong(additionalProperties, member, `${at}/${name}`))]
  })
  return [...missing, ...inside]
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}
