# The command in an image without anything else, around the programs of a release: `make dist VERSION=v0.1.0` writes them to build/.
# interop/release/README.md has what was tried.
#
#	cp /etc/ssl/certs/ca-certificates.crt build/
#	docker build -t toolerr -f Dockerfile build
#	docker run --rm -p 127.0.0.1:8080:8080 toolerr
#	echo '{"code":-32602,"message":"Unknown tool"}' | docker run --rm -i toolerr decode
FROM scratch
ARG TARGETPLATFORM=linux/amd64
COPY ca-certificates.crt /etc/ssl/certs/
COPY ${TARGETPLATFORM}/toolerr /toolerr
COPY LICENSE ${TARGETPLATFORM}/toolerr-THIRD-PARTY.txt /
USER 65534:65534
EXPOSE 8080
ENTRYPOINT ["/toolerr"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
