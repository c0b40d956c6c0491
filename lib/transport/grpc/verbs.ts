/** The verbs of the resources as the work of calls. REST calls the same functions. */
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { createAny } from '#lib/service/verbs/create-any.ts';
import { deleteResource } from '#lib/service/verbs/delete.ts';
import { getResource } from '#lib/service/verbs/get.ts';
import { listResources, type Fits } from '#lib/service/verbs/list.ts';
import { updateResource } from '#lib/service/verbs/update.ts';
import { listParamsOf, requestJson, resourceJson, updateMaskOf } from './messages.ts';
import { fitting } from './page-bytes.ts';
import { methodOf, resourceField } from '#lib/transport/methods/services.ts';
import type { Work } from './unary.ts';

type CreateRequest = Message & { parentUid?: string };

type MakeWork = (definition: ResourceDefinition, method: DescMethodUnary) => Work;

export const VERBS: Readonly<Record<Verb, MakeWork>> = {
  list: (definition, { input }) => {
    const { output: resource } = methodOf(definition, 'get');
    const fits: Fits = (resources) => fitting(resource, resources);
    return async (call, request) => ({
      body: await listResources(definition, call, listParamsOf(input, request), fits),
    });
  },

  get:
    (definition, { input }) =>
    (call, request) =>
      getResource(definition, call, text(requestJson(input, request), 'uid')),

  create: (definition, { input }) => {
    const field = resourceField(definition);
    return (call, request) => {
      const { parentUid = '' } = request as CreateRequest;
      return createAny(definition, call, parentUid, resourceJson(input, request, field));
    };
  },

  update: (definition, { input }) => {
    const field = resourceField(definition);
    return (call, request, headers) => {
      const updateMask = updateMaskOf(request);
      const body = resourceJson(input, request, field);
      const ifMatch = headers.get('if-match');
      return updateResource(definition, call, {
        uid: text(body, 'uid'),
        body,
        updateMask,
        ifMatch,
      });
    };
  },

  delete:
    (definition, { input }) =>
    async (call, request, headers) => {
      const uid = text(requestJson(input, request), 'uid');
      await deleteResource(definition, call, { uid, ifMatch: headers.get('if-match') });
      return { body: {} };
    },
};

function text(json: JsonObject, name: string): string {
  return String(json[name] ?? '');
}
