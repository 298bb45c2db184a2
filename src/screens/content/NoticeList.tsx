import { Trans, useLingui } from '@lingui/react/macro'
import { content } from '#contract/calls/content.ts'
import { Chip } from '#ui/Chip.tsx'
import { FoldedList } from './FoldedList.tsx'
import { FoldedText } from './FoldedText.tsx'

/** The standing notices, the pinned one first; the one that was asked for is open. */
export function NoticeList({ asked }: { asked?: string | undefined }) {
  const { t } = useLingui()
  return (
    <FoldedList call={content.notices} empty={t`Notices will be here.`} failed={t`The notices did not load`}>
      {(item) => (
        <FoldedText
          key={item.id}
          title={item.title}
          html={item.content}
          at={item.publishTime}
          lang={item.lang}
          asked={item.id === asked}
          mark={
            item.pinned && (
              <Chip>
                <Trans>Pinned</Trans>
              </Chip>
            )
          }
        />
      )}
    </FoldedList>
  )
}
