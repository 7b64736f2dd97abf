/** Recordings become texts, on a server of many people that has an engine for it: 2 §7. */
import { type Calls, file, noProject, readOnly, tries } from './call.ts'

const noTranscription = { 404: ['projectNotFound', 'transcriptionNotFound'] } as const

export const transcriptionCalls = {
  'GET /web/api/transcription/pem': {
    what: 'The key of the server that recordings are sealed for: RSA, SPKI in PEM. It changes now and then',
    needs: 'token',
    only: 'accounts',
    answer: file('text/plain', 'the key'),
  },
  'GET /web/api/transcription/secs': {
    what: 'How many seconds one may have transcribed this month yet',
    needs: 'token',
    only: 'accounts',
    answer: 'SecondsRemaining',
  },
  'GET /web/api/transcription/{uuid}': {
    what: 'One’s own transcriptions in a project, the newest first',
    needs: 'token',
    only: 'accounts',
    answer: 'Transcriptions',
    fails: noProject,
  },
  'POST /web/api/transcription/{uuid}': {
    what: 'Have a recording transcribed, of at most 200 MB',
    needs: 'token',
    only: 'accounts',
    body: 'NewTranscription',
    form: true,
    answer: 'SubmittedTranscription',
    fails: {
      ...readOnly,
      ...tries,
      402: ['paymentRequired', 'noSubscription'],
      409: ['noSecondsLeft', 'trialling'],
      413: ['fileTooLarge', 'quotaExceeded'],
    },
  },
  'GET /web/api/transcription/{uuid}/{id}': {
    what: 'What has become of one; with its result, sealed, where the status is success',
    needs: 'token',
    only: 'accounts',
    answer: 'TranscriptionResult',
    fails: noTranscription,
  },
  'PATCH /web/api/transcription/{uuid}/{id}': {
    what: 'Its result has been taken, and is deleted',
    needs: 'token',
    only: 'accounts',
    answer: 'Nothing',
    fails: { ...noTranscription, 400: ['badRequest'] },
  },
} as const satisfies Calls
