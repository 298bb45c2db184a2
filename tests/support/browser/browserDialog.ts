import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a browser must be started with so that its own windows can be read and pressed, not only its pages. */
export const dialogFlags = ['--enable-ui-devtools=0', '--enable-features=ui-debug-tools-enable-synthetic-events']

/** A dialog of the browser itself, outside every page: only the inspector of its own surface sees it. */
export interface BrowserDialog {
  isOpen(): Promise<boolean>
  /** Presses the button of these words of the dialog that is open, as a mouse does, until the dialog is gone. */
  press(words: string): Promise<void>
  leave(): void
}

interface Part {
  nodeId: number
  attributes?: string[]
  children?: Part[]
}

const tries = 10
const betweenPressesMs = 1_000

/** The dialog whose window has this name, of the browser that keeps its profile in this folder. */
export async function browserDialog(profile: string, name: string): Promise<BrowserDialog> {
  const port = readFileSync(join(profile, 'UIDevToolsActivePort'), 'utf8').trim()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/0`)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  await new Promise<void>((ready, refuse) => {
    socket.addEventListener('open', () => ready())
    socket.addEventListener('error', () => refuse(new Error('the browser does not let its own windows be read')))
  })
  let last = 0
  const ask = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = (last += 1)
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Result
  }
  await ask('DOM.enable')

  const find = async (): Promise<Part | undefined> => {
    const { root } = await ask<{ root: Part }>('DOM.getDocument')
    return parts(root).find((part) => isNamed(part, name))
  }
  const wordsOf = async ({ nodeId }: Part): Promise<string | undefined> => {
    const { matchedCSSRules } = await ask<Rules>('CSS.getMatchedStylesForNode', { nodeId })
    return matchedCSSRules.flatMap(({ rule }) => rule.style.cssProperties).find((property) => property.name === 'Text')?.value
  }
  const button = async (dialog: Part, words: string): Promise<Part> => {
    const buttons = parts(dialog).filter((part) => isNamed(part, 'MdTextButton'))
    const named = await Promise.all(buttons.map(wordsOf))
    const found = buttons[named.indexOf(words)]
    if (!found) throw new Error(`the dialog has no button "${words}": ${named.join(', ')}`)
    return found
  }
  return {
    isOpen: async () => (await find()) !== undefined,
    async press(words) {
      // It takes no press within half a second of coming or of another press, so that nobody agrees by mistake.
      for (let count = 0; count < tries; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, betweenPressesMs))
        const dialog = await find()
        if (!dialog) return
        const { nodeId } = await button(dialog, words)
        const at = { x: 10, y: 10, button: 'left', wheelDirection: 'none' }
        for (const type of ['mousePressed', 'mouseReleased']) await ask('DOM.dispatchMouseEvent', { nodeId, event: { type, ...at } })
      }
      throw new Error(`the dialog does not take "${words}"`)
    },
    leave: () => socket.close(),
  }
}

interface Answer {
  id?: number
  result?: object
  error?: object
}

interface Rules {
  matchedCSSRules: { rule: { style: { cssProperties: { name: string; value: string }[] } } }[]
}

const parts = (root: Part): Part[] => [root, ...(root.children ?? []).flatMap(parts)]

const isNamed = ({ attributes }: Part, name: string): boolean => attributes?.[attributes.indexOf('name') + 1] === name
