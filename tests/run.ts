import { fastSteps } from './check.ts'
import { installBrowser } from './support/browser.ts'
import { runSteps, testStep } from './support/run/steps.ts'

/** One of each domain's end-to-end tests: the way that most people take through it. `npm run test:long` runs them all. */
const mainWays = [
  'tests/account/signUp.e2e.ts',
  'tests/home/home.e2e.ts',
  'tests/market/markets.e2e.ts',
  'tests/network/outside.e2e.ts',
  'tests/chat/chat.e2e.ts',
  'tests/team/invitedAndGrowing.e2e.ts',
  'tests/trading/openAndClose.e2e.ts',
  'tests/wallet/moneyInAndOut.e2e.ts',
  'tests/offline/frame.e2e.ts',
]

/** `npm test`: a browser if there is none, the fast half, then one end-to-end test per domain in the built app on the real server. */
process.exitCode = await runSteps([
  { name: 'A browser', work: () => void installBrowser() },
  ...fastSteps,
  testStep('One end-to-end test per domain', 'e2e', { files: mainWays }),
])
