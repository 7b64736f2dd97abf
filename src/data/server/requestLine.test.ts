import { expect, test } from 'vitest'
import { requestLine } from './requestLine.ts'

test('what varies in a path stands in it by its name, and nothing of it becomes a part of its own', () => {
  expect(requestLine('GET /web/api/v2/projects')).toEqual({ method: 'GET', path: '/web/api/v2/projects' })
  expect(requestLine('GET /web/api/v2/projects/{uuid}/{form}', { path: { uuid: 'a/b', form: 'qrk' } })).toEqual({
    method: 'GET',
    path: '/web/api/v2/projects/a%2Fb/qrk',
  })
})

test('a query is put behind the path, and one without anything is none', () => {
  const line = (query: Record<string, string>) => requestLine('GET /web/api/local/files', { query }).path
  expect(line({})).toBe('/web/api/local/files')
  expect(new URL(line({ path: '/home/Ana & Ben/ä' }), 'http://a').searchParams.get('path')).toBe('/home/Ana & Ben/ä')
})
