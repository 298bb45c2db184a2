import { type ChildProcess, spawn } from 'node:child_process'

// `npm run dev`: the server, started again when its sources change, and the app with hot reload in front of it.
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/start.ts'], {
    stdio: 'inherit',
    env: { ...process.env, FAIRLEAD_APP: 'vite' },
  }),
  spawn('vite', ['--host', '127.0.0.1'], { stdio: 'inherit' }),
]

const stop = (): void => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
