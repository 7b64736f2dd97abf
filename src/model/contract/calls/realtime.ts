/** Ticket and socket, and what does not fit into its frames. */
import { type Calls, file, noProject, readOnly, tries } from './call.ts'

export const realtimeCalls = {
  'GET /v1/thicket/ticket': {
    what: 'A ticket for one socket, good for 30 s',
    needs: 'token',
    answer: 'Ticket',
  },
  'GET /v1/thicket': {
    what: 'The socket: an upgrade to a WebSocket',
    needs: 'nobody',
    query: { ticket: 'the ticket' },
    status: 101,
    answer: file('application/json', 'the conversation of api.md'),
    also: { 426: file('text/plain', 'nothing: it was no upgrade') },
    fails: { 401: ['noTicket'] },
  },
  'POST /v1/thicket/push': {
    what: 'A push that is too large for the socket',
    needs: 'token',
    query: { project: 'uuid' },
    body: 'PushRequest',
    answer: 'PushAnswered',
    fails: { ...noProject, ...tries, 409: ['socketClosed'] },
  },
  'PUT /v1/thicket/projects/{uuid}/protection': {
    what: 'Give a protected project another password and recovery code; the key stays, so that whoever has it open goes on. Only its owner',
    needs: 'token',
    body: 'NewProtection',
    answer: 'Nothing',
    fails: { ...readOnly, 409: ['protectionChanged'] },
  },
  'GET /v1/thicket/projects/{uuid}/events': {
    what: 'Events after one, in order, about 1 MB',
    needs: 'token',
    query: { 'since?': 'the number of the last event that you have' },
    answer: 'Events',
    fails: { ...noProject, 400: ['badRequest'] },
  },
  'GET /v1/thicket/projects/{uuid}/snapshot': {
    what: 'The project as an SQLite file; ETag, Range, If-Range; headers Thicket-Epoch and Thicket-Head',
    needs: 'token',
    answer: file('application/vnd.sqlite3', 'the file'),
    also: {
      206: file('application/vnd.sqlite3', 'the part of it that Range names'),
      304: file('application/vnd.sqlite3', 'nothing: you have this one (If-None-Match)'),
      416: file('application/vnd.sqlite3', 'nothing: there is no such part'),
    },
    fails: { ...noProject, ...tries },
  },
} as const satisfies Calls
