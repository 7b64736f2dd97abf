/** The calls by HTTP as OpenAPI 3.1, made from their one declaration in `src/model/contract`. */
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { Call, SentFile } from '../../src/model/contract/calls/call.ts'
import { everyCall, type NamedCall } from '../../src/model/contract/calls.ts'
import { type ShapeName, shapes } from '../../src/model/contract/shapes.ts'
import type { ProblemKind } from '../../src/model/problems.ts'

type Json = Record<string, unknown>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` })
/** How long a text or a list may be is not of the form: the server says so when it is too long. */
const unpublished = ['minLength', 'maxLength', 'maxItems'] as const
const schemaOfType = (type: z.ZodType): Json => {
  const { $schema, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const name of unpublished) delete jsonSchema[name]
    },
  })
  return schema
}

const content = (answer: ShapeName | SentFile): Json =>
  typeof answer === 'string'
    ? { 'application/json': { schema: ref(answer) } }
    : { [answer.type]: answer.type === 'application/json' ? {} : { schema: { type: 'string', format: 'binary' } } }

function parametersOf({ path, query = {} }: NamedCall): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name: name.replace('?', ''),
    in: 'query',
    required: !name.endsWith('?'),
    description,
    schema: { type: 'string' },
  }))
  return [...inPath, ...inQuery]
}

/** All that a route refuses, by its status: the kinds of problems. */
export function refusals({ needs, body, fails = {} }: Call): Record<number, ProblemKind[]> {
  const all: Record<number, ProblemKind[]> = {}
  const more = (status: number, kinds: readonly ProblemKind[]) => {
    all[status] = [...new Set([...(all[status] ?? []), ...kinds])]
  }
  if (needs === 'token') more(401, ['notSignedIn'])
  if (body) more(400, ['badRequest'])
  if (body) more(413, ['fileTooLarge'])
  for (const [status, kinds] of Object.entries(fails)) more(Number(status), kinds)
  return all
}

const nameOf = (kinds: readonly ProblemKind[], saysError: boolean): string =>
  [...kinds, ...(saysError ? ['error'] : [])].join('.')

/** Each refusal once, by the name that routes call it by. */
const allRefusals = (): Json =>
  Object.fromEntries(
    everyCall.flatMap((call) => {
      const { saysError = false } = call
      return Object.entries(refusals(call)).map(([status, kinds]) => [
        nameOf(kinds, saysError),
        refusal(Number(status), kinds, saysError),
      ])
    }),
  )

/** Of problems of these kinds. */
function refusal(status: number, kinds: readonly ProblemKind[], saysError: boolean): Json {
  const shape = z.object({
    problem: z.looseObject({ kind: z.enum(kinds) }),
    ...(saysError && { error: z.string().describe('for a person to read') }),
  })
  return {
    description: kinds.join(', '),
    ...(status === 429 && {
      headers: { 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema: schemaOfType(shape) } },
  }
}

/** What any call may meet, besides what it says itself. */
const otherwise: Json = {
  description:
    '403 foreignCall: from another page, or by another name of the server; `header` says which header it is. 403 factorDemanded: this server demands a second factor, and the account is to set one up before anything else. 404 and 405 badRequest: there is nothing here, or not by this method. 500 storageFailed, folderNotAnswering, cannotSave, 507 diskFull (the disk of the server) and 503 serverStarting: it may work later. In local mode what keeps a file from being opened: 400 notAProject, truncatedProject, newerProject, 403 noPermission, 404 fileNotFound, 423 projectLocked',
  content: { 'application/json': { schema: ref('Problem') } },
}

function operationOf(call: NamedCall): Json {
  const { body, form, orForm, answer, status = 200, also = {}, saysError = false, needs, only } = call
  const parameters = parametersOf(call)
  return {
    summary: call.what,
    ...(only && { tags: [only] }),
    security: needs === 'token' ? [{ token: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [form ? 'multipart/form-data' : 'application/json']: { schema: ref(body) },
          ...(orForm && { 'multipart/form-data': { schema: ref(orForm) } }),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries({ [status]: answer, ...also }).map(([code, given]) => [
          code,
          { description: typeof given === 'string' ? given : given.what, content: content(given) },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refusals(call)).map(([code, kinds]) => [code, responseRef(nameOf(kinds, saysError))]),
      ),
      default: responseRef('otherwise'),
    },
  }
}

export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const call of everyCall)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Thicket',
      version: manifest.version,
      description:
        'The calls of a Thicket server. `api.md` beside this file has the conversation of the socket and what rows are; calls with the tag `accounts` are of `thicket serve`, those with `local` of the server on one’s own machine.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '{address}', variables: { address: { default: 'http://127.0.0.1:4280' } } }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { ...allRefusals(), otherwise },
      schemas: Object.fromEntries(
        (Object.keys(shapes) as ShapeName[]).map((name) => [name, schemaOfType(shapes[name])]),
      ),
    },
    paths,
  }
}
