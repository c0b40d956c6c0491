/** Converts a subscription to form values and back. */
import { typedList } from '#lib/client/typed-list.ts';
import type { ResourceChange, Subscription } from '#lib/client/resources/resources.ts';

export interface SubscriptionValues {
  name: string;
  /** Separated by spaces. */
  types: string;
  webhook?: Pick<NonNullable<Subscription['webhook']>, 'url' | 'format'>;
  email?: Subscription['email'];
  ordered: boolean;
  disabled: boolean;
}

export const NEW_SUBSCRIPTION: SubscriptionValues = {
  name: '',
  types: '*',
  webhook: { url: '', format: 'CLOUD_EVENT' },
  ordered: false,
  disabled: false,
};

export const valuesOf = (subscription: Subscription): SubscriptionValues => {
  const { name, types, webhook, email, ordered, disabled } = subscription;
  return {
    name,
    types: types.join(' '),
    ...(webhook && { webhook }),
    ...(email && { email }),
    ordered,
    disabled,
  };
};

export const bodyOf = ({ types, ...values }: Partial<SubscriptionValues>) => ({
  ...values,
  ...(types !== undefined && { types: typedList(types) }),
});

export const changeOf = ({
  body,
  ...change
}: ResourceChange & { body: Partial<SubscriptionValues> }): ResourceChange => ({
  ...change,
  body: bodyOf(body),
});
