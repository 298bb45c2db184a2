import { Trans, useLingui } from '@lingui/react/macro'
import type { CallArguments } from '#contract/call.ts'
import { useApiWrite } from '#api/mutation.ts'
import { type ProductOrder, type EarnProductOrderPreview, products } from '#contract/calls/products.ts'
import { ConfirmSheet } from '../form/ConfirmSheet.tsx'
import { useConfirmation } from '../form/useConfirming.ts'
import { ProductPreviewFacts } from './ProductPreviewFacts.tsx'
import { PurchasePasswordField } from './PurchasePasswordField.tsx'
import { useProductPreview } from './useBuyPreview.ts'
import { omitPurchasePasswordError, usePurchasePassword } from './usePurchasePassword.ts'

interface BuyProductSheetProps {
  name: string
  /** Keep it while nothing in it changes. */
  order: CallArguments<typeof products.buyProduct>
  /** Said where nobody waits for it in the sheet any more; without it, that it is in. */
  toast?: string
  /** It is bought, and the sheet still there. */
  onBought(order: ProductOrder): void
  onCancel(): void
}

/** The last look before money goes into a product that is bought by the amount. */
export function BuyProductSheet({ name, order, toast, onBought, onCancel }: BuyProductSheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useProductPreview(order)
  const buy = useApiWrite(products.buyProduct, { errors: 'inline' })
  const password = usePurchasePassword()
  const send = ({ confirmToken }: EarnProductOrderPreview, requestId: string) =>
    password.sendWith((given) => buy.mutateAsync({ body: { ...order, ...given, confirmToken }, requestId }))
  const confirming = useConfirmation(preview, refresh, send, {
    toast: () => toast ?? t`It is in. Nothing more is needed.`,
    onDone: onBought,
  })
  return (
    <ConfirmSheet
      title={<Trans>Put money into {name}</Trans>}
      confirming={{ ...confirming, failure: omitPurchasePasswordError(confirming.failure) }}
      stopped={(password.isMissing && !confirming.isAsked) || (preview?.warnings.some(({ key }) => key === 'insufficientBalance') ?? false)}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      proof={<PurchasePasswordField ask={password} failure={confirming.failure} />}
      onCancel={onCancel}
    >
      {(shown) => <ProductPreviewFacts preview={shown} />}
    </ConfirmSheet>
  )
}
