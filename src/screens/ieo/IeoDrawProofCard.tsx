import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, createUnansweredError } from '#api/apiError.ts'
import { canHash } from '#api/priceRecord/webCrypto.ts'
import { sendApiCall } from '#api/send.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { ieo as calls, type IeoProject, type IeoDraw } from '#contract/calls/ieo.ts'
import { ieoStatus } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { FairnessCheckResultList } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { IeoDrawApplicationsTable } from './IeoDrawApplicationsTable.tsx'
import type { IeoDrawCheck } from './drawCheck.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Ieo.module.css'
import { ieoDrawCheckResultLines } from './drawCheckResults.tsx'

interface DrawCheckResult {
  draw: IeoDraw
  check: IeoDrawCheck
}

/** Before the draw the hash of its secret; after it everything, and a button that draws again on this device (docs/rules/token-sales.md). */
export function IeoDrawProofCard({ ieo }: { ieo: IeoProject }) {
  const { t } = useLingui()
  const [drawResult, setDrawResult] = useState<DrawCheckResult>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const isOffline = useStreamConnectionState() === 'offline'
  const isOver = ieo.status >= ieoStatus.paying || (ieo.status === ieoStatus.cancelled && ieo.winPrice !== null)

  async function run() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { verifyIeoDrawWithPriceRecord } = await import('./drawCheck.ts')
      const draw = await sendApiCall(calls.ieoDraw, { ieoId: ieo.id, ...(ieo.myOrderId !== null && { orderId: ieo.myOrderId }) })
      setDrawResult({ draw, check: await verifyIeoDrawWithPriceRecord(draw) })
    } catch (problem) {
      setFailure(problem instanceof ApiError ? problem : createUnansweredError('NETWORK', problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <Grid gap={3}>
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
        <CopyableValue label={t`Hash of the secret`} value={ieo.secretHash} small />
        {isOver && (
          <>
            {drawResult && (
              <>
                <FairnessCheckResultList ticks={ieoDrawCheckResultLines(drawResult.draw, drawResult.check, ieo.tokenSymbol)} />
                <CopyableValue label={t`Secret`} value={drawResult.draw.secret} small />
                <CopyableValue label={t`Root of the applications`} value={drawResult.draw.root} small />
                <CopyableValue label={t`Root of the price record`} value={drawResult.draw.priceRoot} small />
                <CopyableValue label={t`Seed of the draw`} value={drawResult.draw.seed} small />
                <IeoDrawApplicationsTable draw={drawResult.draw} tokenSymbol={ieo.tokenSymbol} />
              </>
            )}
            <ErrorMessage failure={failure} />
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
      </Grid>
    </Card>
  )
}
