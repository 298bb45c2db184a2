import { withWords } from '#i18n/i18n.ts'

/** What comes after the first step of signing in. It is fetched with the first touch of the page, before that step is done. */
export const importSignInNextSteps = () => withWords('login.more', () => import('./nextSteps.ts'))
