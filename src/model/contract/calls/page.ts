/** The page and its files, the source of the program, and what whoever runs a server asks. */
import { type Calls, file } from './call.ts'

const html = file('text/html', 'the document')
const notBuilt = { 503: file('text/plain', 'the page has not been built') } as const

export const pageCalls = {
  'GET /': {
    what: 'Leads to the page',
    needs: 'nobody',
    answer: html,
    status: 302,
  },
  'GET /web': {
    what: 'Leads to the page',
    needs: 'nobody',
    answer: html,
    status: 302,
  },
  'GET /web/': {
    what: 'The page',
    needs: 'nobody',
    answer: html,
    also: notBuilt,
  },
  'GET /web/report': {
    what: 'The frame in which the page previews reports',
    needs: 'nobody',
    answer: html,
    also: notBuilt,
  },
  'GET /web/help': {
    what: 'How one works with projects, for people',
    needs: 'nobody',
    answer: html,
    also: notBuilt,
  },
  'GET /web/offline.js': {
    what: 'The service worker',
    needs: 'nobody',
    answer: file('text/javascript', 'the script'),
    fails: { 404: ['fileNotFound'] },
  },
  'GET /web/assets/{path}': {
    deep: 'path',
    what: 'Files of the page, by the hash of their build',
    needs: 'nobody',
    answer: file('application/octet-stream', 'the file'),
    fails: { 404: ['fileNotFound'] },
  },
  'GET /web/launch/{code}': {
    what: 'Leads a browser that is started with it to the page, once',
    needs: 'nobody',
    only: 'local',
    answer: html,
    status: 302,
    also: { 404: file('text/plain', 'it has been used, or is too old') },
  },
  'GET /web/source.zip': {
    what: 'The source of the program as it runs',
    needs: 'nobody',
    answer: file('application/zip', 'the archive'),
  },
  'GET /healthz': {
    what: 'Whether the storage answers',
    needs: 'nobody',
    only: 'accounts',
    answer: 'Health',
    also: { 503: 'Health' },
  },
  'GET /readyz': {
    what: 'Whether people are to be sent here: of several nodes, not before this one serves, nor while it leaves',
    needs: 'nobody',
    only: 'accounts',
    answer: 'Health',
    also: { 503: 'Health' },
  },
  'GET /metrics': {
    what: 'Numbers for Prometheus; with the token of the settings, or where none is set for the machine itself while no proxy stands before it',
    needs: 'nobody',
    only: 'accounts',
    answer: file('text/plain', 'the numbers'),
    fails: { 401: ['notSignedIn'] },
  },
} as const satisfies Calls
