import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/core/startup/config.ts'
import { startServer } from '#server/main.ts'
import { noLimits } from '../support/wire.ts'

// The whole server in a process of its own, to be killed. Says its address once it answers.
const server = await startServer(readConfig(process.env), { rates: noLimits, dist: '/nonexistent' })
// Who is killed writes nothing at its end: the next one finds the compiled code all the same.
flushCompileCache()
process.stdout.write(`${server.address}\n`)
