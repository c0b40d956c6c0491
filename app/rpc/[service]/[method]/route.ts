export { serveCall as GET, serveCall as POST } from '#lib/transport/grpc/calls.ts';
export { serve as OPTIONS } from '#lib/transport/host/serve.ts';
