/** The calls by HTTP as OpenAPI 3.1, made from `routes.ts` and `shapes.ts`. */
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { type File, type Route, routes } from './routes.ts'
import { type ShapeName, shapes } from './shapes.ts'

type Json = Record<string, unknown>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const schemaOf = (name: ShapeName): Json => {
  const { $schema, ...schema } = z.toJSONSchema(shapes[name], { io: 'input' })
  return schema
}

const content = (answer: ShapeName | File): Json =>
  typeof answer === 'string'
    ? { 'application/json': { schema: ref(answer) } }
    : { [answer.type]: answer.type === 'application/json' ? {} : { schema: { type: 'string', format: 'binary' } } }

function parametersOf({ path, query = {} }: Route): Json[] {
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

function operationOf(route: Route): Json {
  const { body, form, answer, fails = {}, needs, only } = route
  const failures: Record<number, string> = {
    ...(needs === 'token' && { 401: 'notSignedIn' }),
    ...(body && { 400: 'badRequest' }),
    ...fails,
  }
  const parameters = parametersOf(route)
  return {
    summary: route.what,
    ...(only && { tags: [only] }),
    security: needs === 'token' ? [{ token: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { [form ? 'multipart/form-data' : 'application/json']: { schema: ref(body) } },
      },
    }),
    responses: {
      200: { description: typeof answer === 'string' ? answer : answer.what, content: content(answer) },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [status, { description, content: content('Problem') }]),
      ),
    },
  }
}

export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    ;(paths[route.path] as Json)[route.method.toLowerCase()] = operationOf(route)
  }
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
      schemas: Object.fromEntries((Object.keys(shapes) as ShapeName[]).map((name) => [name, schemaOf(name)])),
    },
    paths,
  }
}
