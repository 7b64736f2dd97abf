/** The page and its files, the source of the program, and what whoever runs a server asks. */
import { type Calls, file } from './call.ts'

const html = file('text/html', 'the document')
/** Somebody who leaves `/web/#` out of an address of the page gets there all the same. */
const toPage = (where: string) =>
  ({ what: `Leads to the page: ${where}`, needs: 'nobody', answer: html, status: 302 }) as const
const notBuilt = { 503: file('text/plain', 'the page has not been built') } as const

export const pageCalls = {
  'GET /': toPage('where one begins'),
  'GET /web': toPage('where one begins'),
  'GET /activation': toPage('where a desktop is activated'),
  'GET /projects': toPage('the list of projects'),
  'GET /projects/{path}': { ...toPage('a project'), deep: 'path' },
  'GET /reset': toPage('a new password'),
  'GET /buy/cloud': toPage('a licence for this server'),
  'GET /buy/offline': toPage('licences for desktops'),
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
