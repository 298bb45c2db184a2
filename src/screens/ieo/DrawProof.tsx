import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, unanswered } from '#api/apiError.ts'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import { send } from '#api/send.ts'
import { useConnection } from '#api/socket.ts'
import { ieo as calls, type Ieo, type IeoDraw } from '#contract/calls/ieo.ts'
import { ieoStatus } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { RecordTicks } from '#widgets/RecordTicks.tsx'
import { AllApplications } from './AllApplications.tsx'
import type { DrawCheck } from './drawCheck.ts'
import styles from './Ieo.module.css'
import { ticksOfDraw } from './ticksOfDraw.tsx'

interface Drawn {
  draw: IeoDraw
  check: DrawCheck
}

/** Before the draw the hash of its secret; after it everything, and a button that draws again on this device (product §2.11). */
export function DrawProof({ ieo }: { ieo: Ieo }) {
  const { t } = useLingui()
  const [drawn, setDrawn] = useState<Drawn>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const isOffline = useConnection() === 'offline'
  const isOver = ieo.status >= ieoStatus.paying || (ieo.status === ieoStatus.cancelled && ieo.winPrice !== null)

  async function run() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { checkDraw } = await import('./drawCheck.ts')
      const draw = await send(calls.ieoDraw, { ieoId: ieo.id, ...(ieo.myOrderId !== null && { orderId: ieo.myOrderId }) })
      setDrawn({ draw, check: await checkDraw(draw) })
    } catch (problem) {
      setFailure(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <div className={styles.stack}>
        <p className={styles.quiet}>
          {isOver ? (
            <Trans>
              Tokens were shared by what was asked, up to the cap. The few left over by rounding were drawn with a seed that nobody could
              know before: our secret, the list of applications and the price record of that moment.
            </Trans>
          ) : (
            <Trans>
              Tokens are shared by what is asked, up to the cap. The few left over by rounding are drawn with a secret that is fixed
              already: this is its hash. It is published after the draw, so that anyone can draw again.
            </Trans>
          )}
        </p>
        <CopyValue label={t`Hash of the secret`} value={ieo.secretHash} small />
        {isOver && (
          <>
            {drawn && (
              <>
                <RecordTicks ticks={ticksOfDraw(drawn.draw, drawn.check, ieo.tokenSymbol)} />
                <CopyValue label={t`Secret`} value={drawn.draw.secret} small />
                <CopyValue label={t`Root of the applications`} value={drawn.draw.root} small />
                <CopyValue label={t`Root of the price record`} value={drawn.draw.priceRoot} small />
                <CopyValue label={t`Seed of the draw`} value={drawn.draw.seed} small />
                <AllApplications draw={drawn.draw} tokenSymbol={ieo.tokenSymbol} />
              </>
            )}
            <Failure failure={failure} />
            <Button
              kind="secondary"
              wide
              busy={isBusy}
              disabled={isOffline || !canHash()}
              reason={isOffline ? t`Needs a connection` : t`This browser can check on secure addresses (https) only`}
              onClick={() => void run()}
            >
              <Trans>Draw again on this device</Trans>
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
