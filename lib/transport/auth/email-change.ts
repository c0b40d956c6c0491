/** The endpoints with which people change the address of their account. */
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { byCaller } from './caller.ts';

export const postBeginChange = byCaller(['email'], (principal, { email }, client) =>
  beginEmailChange(principal, email, client),
);

export const postPreviewChange = byCaller(['code'], (principal, { code }) =>
  previewEmailChange(principal, code),
);

export const postAgreeToChange = byCaller(['code'], async (principal, { code }, client) => ({
  changed: await agreeToEmailChange(principal, code, client),
}));
