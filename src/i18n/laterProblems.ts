import type { ProblemKind } from '../model/problems.ts'

/**
 * Problems that nobody meets but in parts of the page that are loaded later: the SQL console, merging, recordings, transcription, payment, coming back
 * from a provider of sign-ins, one's own account. Their words come with what else those parts say, so that a visit does not begin with them
 * (`server/building/firstWords.ts`); those of all other problems are there from the start.
 */
export const laterProblems: readonly ProblemKind[] = [
  'statementExists',
  'statementNotFound',
  'statementRefused',
  'statementStopped',
  'statementTitleRequired',
  'statementTooMuch',
  'statementTooSlow',
  'statementWrong',
  'alreadyMaster',
  'mergeIntoItself',
  'mergeIntoTooLarge',
  'mergeTooLarge',
  'soundNotFound',
  'noSecondsLeft',
  'noSubscription',
  'transcriptionFailed',
  'transcriptionNotFound',
  'trialling',
  'alreadySubscribed',
  'couponInvalid',
  'noPayments',
  'paymentUnavailable',
  'priceNotFound',
  'studentFileNeeded',
  'ssoFailed',
  'emailUnproven',
  'notAdmitted',
  'onlySignIn',
  'signInAgain',
]
